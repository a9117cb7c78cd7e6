package io.sluice.planning.configuration.served;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Additions;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Body;
import io.sluice.model.Address;
import io.sluice.model.plan.Reference;
import io.sluice.planning.configuration.values.BodyDecoder;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code recover} blocks: how a new object of a real provider is found of which nobody knows
 * whether it was made.
 */
public final class LookupBlocks {
  private static final BlockBody SCHEMA =
      BlockBody.of(AttributeSchema.required("import_id", AttributeType.STRING));

  private LookupBlocks() {}

  /**
   * What a block says.
   *
   * @param importId unsubstituted
   * @param body the body of the resource, with what the id is made of
   */
  public record Read(@Nullable JsonNode importId, Decoded body) {}

  public static Read of(
      Additions added,
      ProviderRegistry.Found type,
      Decoded body,
      EvaluationContext scene,
      Diagnostics diagnostics) {
    Body block = added.recover();
    if (block == null) {
      return new Read(null, body);
    }
    if (!type.provider().plansItself()) {
      diagnostics.error(
          "Unsupported recover block",
          ("Objects of provider %s are looked up without it; a recover block is for providers that"
                  + " are installed from a registry.")
              .formatted(type.provider().name()),
          added.range());
      return new Read(null, body);
    }
    Decoded read = BodyDecoder.asWritten(block, SCHEMA, scene, true, diagnostics);
    if (!read.sensitivePaths().isEmpty()) {
      diagnostics.error(
          "Invalid recover block",
          "The import_id must not be sensitive: it is shown to people where an object is in doubt.",
          added.range());
      return new Read(null, body);
    }
    List<Reference> references =
        Stream.concat(body.references().stream(), read.references().stream()).distinct().toList();
    SortedSet<Address> needs = new TreeSet<>(body.needs());
    needs.addAll(read.needs());
    return new Read(
        read.config().get("import_id"),
        new Decoded(
            body.config(),
            body.values(),
            references,
            body.sensitivePaths(),
            needs,
            body.isSound(),
            body.places()));
  }
}
