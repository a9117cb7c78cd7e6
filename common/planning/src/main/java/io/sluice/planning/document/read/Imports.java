package io.sluice.planning.document.read;

import io.sluice.language.source.Diagnostics;
import io.sluice.planning.document.CheckedDocument.Import;
import io.sluice.planning.document.read.Fields.Text;
import io.sluice.planning.document.text.Located;
import io.sluice.planning.document.text.Located.Mapping;
import io.sluice.planning.document.text.Located.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a document wants to be taken into state. */
public final class Imports {
  private Imports() {}

  public static List<Import> read(Fields document, Diagnostics faults) {
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
