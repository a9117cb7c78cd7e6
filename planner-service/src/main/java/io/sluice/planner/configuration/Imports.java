package io.sluice.planner.configuration;

import io.sluice.language.config.Declarations.Import;
import io.sluice.language.config.Module;
import io.sluice.language.evaluation.Scene;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Conversion;
import io.sluice.language.value.ConversionException;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code import} blocks of the root module, by the address that they import to. */
final class Imports {
  private final Map<String, Import> byAddress = new HashMap<>();

  Imports(Module root) {
    for (Import imported : root.imports()) {
      if (imported.to() instanceof Expression.ScopeTraversal scope) {
        byAddress.put(scope.traversal().toString(), imported);
      }
    }
  }

  /** The id of the object that becomes the instance, if there is one to import. */
  @Nullable String id(WantedConfiguration.Block block, Diagnostics diagnostics) {
    Import imported = byAddress.get(block.address().text());
    if (imported == null) {
      return null;
    }
    Value value = Scene.of(block.scene().module()).evaluate(imported.id(), diagnostics).unmarked();
    if (!value.isKnown()) {
      diagnostics.error(
          "Invalid import id argument",
          "The import block \"id\" argument depends on resource attributes that cannot be"
              + " determined until apply, so it can't be planned to import this resource.",
          imported.id().range());
      return null;
    }
    if (!block.type().schema().importable()) {
      diagnostics.error(
          "Resource type can't be imported",
          "%s can't be imported: its provider has no way to find an object by an id."
              .formatted(block.resource().name().type()),
          imported.range());
      return null;
    }
    try {
      return Conversion.convert(value, Types.STRING).asText();
    } catch (ConversionException | IllegalStateException e) {
      diagnostics.error(
          "Invalid import id argument", "The id must be a string.", imported.id().range());
      return null;
    }
  }
}
