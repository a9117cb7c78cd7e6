package io.sluice.planning.configuration.values;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.BodySchema;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeSchema.Presence;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import io.sluice.provider.schema.ConfigFault;
import io.sluice.provider.schema.SchemaCheck;
import java.util.Map;

/** What a schema allows in a body. */
final class SchemaFit {
  private SchemaFit() {}

  /** What may be in the body as far as syntax goes. */
  static BodySchema syntax(BlockBody body) {
    BodySchema.Builder builder = BodySchema.builder();
    for (AttributeSchema attribute : body.attributes()) {
      builder.attribute(
          attribute.name(), attribute.presence() == Presence.REQUIRED, BodySchema.Mode.EXPRESSION);
    }
    for (BlockSchema block : body.blocks()) {
      if (block.nesting() == BlockSchema.Nesting.MAP) {
        builder.block(block.name(), "key");
      } else {
        builder.block(block.name());
      }
    }
    if (!body.blocks().isEmpty()) {
      builder.block("dynamic", "type");
    }
    return builder.build();
  }

  /**
   * Reports what is wrong with values beyond their types; {@code places} by JSON pointer.
   *
   * @param judges whether to report faults, or warnings only
   */
  static void tell(
      BlockBody schema,
      JsonNode config,
      boolean judges,
      SourceRange whole,
      Map<String, SourceRange> places,
      Diagnostics diagnostics) {
    for (ConfigFault fault : SchemaCheck.check(schema, config)) {
      if (!judges && !fault.warning()) {
        continue;
      }
      String pointer = fault.pointer();
      SourceRange place = places.get(pointer);
      while (place == null && !pointer.isEmpty()) {
        pointer = pointer.substring(0, pointer.lastIndexOf('/'));
        place = places.get(pointer);
      }
      SourceRange at = place == null ? whole : place;
      Diagnostic told =
          fault.warning()
              ? Diagnostic.warning(fault.summary(), fault.detail(), at)
              : Diagnostic.error(fault.summary(), fault.detail(), at);
      String hint = fault.hint();
      diagnostics.add(hint == null ? told : told.withHint(hint));
    }
  }
}
