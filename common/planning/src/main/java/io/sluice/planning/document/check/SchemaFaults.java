package io.sluice.planning.document.check;

import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.Severity;
import io.sluice.language.source.SourceRange;
import io.sluice.model.json.JsonPointers;
import io.sluice.planning.document.Resource;
import io.sluice.planning.document.read.Declaration;
import io.sluice.planning.document.text.Located;
import io.sluice.planning.document.text.Located.Entry;
import io.sluice.planning.document.text.Located.Mapping;
import io.sluice.planning.document.text.Located.Scalar;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.ConfigFault;
import io.sluice.provider.schema.SchemaCheck;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;

/** Holds configurations against their types' schemas, and gives each fault its place. */
final class SchemaFaults {
  private SchemaFaults() {}

  static void check(
      Declaration declaration,
      List<Resource> resources,
      ProviderRegistry registry,
      Diagnostics faults) {
    TypeSchema schema =
        registry.resource(declaration.type().value()).map(type -> type.schema()).orElse(null);
    if (schema == null) {
      return;
    }
    if (resources.isEmpty()) {
      add(SchemaCheck.check(schema, declaration.config().toJson()), declaration, faults);
    }
    for (Resource resource : resources) {
      add(SchemaCheck.check(schema, resource.config()), declaration, faults);
    }
  }

  private static void add(List<ConfigFault> found, Declaration declaration, Diagnostics faults) {
    for (ConfigFault fault : found) {
      Diagnostic diagnostic =
          new Diagnostic(
              fault.warning() ? Severity.WARNING : Severity.ERROR,
              fault.summary(),
              fault.detail(),
              fault.hint() == null ? "" : fault.hint(),
              place(declaration, fault.pointer()),
              null,
              List.of(),
              "");
      faults.add(diagnostic);
    }
  }

  /** A whole value is pointed at by its key, as far as the text goes. */
  private static SourceRange place(Declaration declaration, String pointer) {
    if (pointer.isEmpty()) {
      return declaration.place();
    }
    int cut = pointer.lastIndexOf('/');
    Located parent =
        cut == 0 ? declaration.config() : declaration.config().at(pointer.substring(1, cut));
    String last = JsonPointers.name(pointer.substring(cut + 1));
    if (parent instanceof Mapping mapping) {
      Entry entry = mapping.find(last);
      if (entry != null) {
        return entry.value() instanceof Scalar
            ? entry.keyRange().to(entry.value().range())
            : entry.keyRange();
      }
    }
    Located value = declaration.config().at(pointer.substring(1));
    return value instanceof Scalar ? value.range() : value.head();
  }
}
