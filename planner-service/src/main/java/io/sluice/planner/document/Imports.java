package io.sluice.planner.document;

import io.sluice.language.source.Diagnostics;
import io.sluice.planner.document.CheckedDocument.Import;
import io.sluice.planner.document.Fields.Text;
import io.sluice.planner.document.Located.Mapping;
import io.sluice.planner.document.Located.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a document wants to be taken into state. */
final class Imports {
  private Imports() {}

  static List<Import> read(Fields document, Diagnostics faults) {
    List<Import> imports = new ArrayList<>();
    Located written = document.value("imports").orElse(null);
    if (written == null) {
      return imports;
    }
    if (!(written instanceof Sequence sequence)) {
      document.wrongType("imports", "a list of objects", written);
      return imports;
    }
    for (Located element : sequence.elements()) {
      if (!(element instanceof Mapping mapping)) {
        document.wrongType("imports", "a list of objects", element);
        continue;
      }
      Fields fields = new Fields(mapping, "an import", faults);
      fields.refuseOthers(Set.of("to", "id"));
      Optional<Text> to = fields.text("to");
      Optional<Text> id = fields.text("id");
      if (to.isEmpty() || id.isEmpty()) {
        fields.missing(to.isEmpty() ? "to" : "id", "An import is {to: ADDRESS, id: ID}.");
      } else {
        imports.add(new Import(to.get().value(), id.get().value()));
      }
    }
    return imports;
  }
}
