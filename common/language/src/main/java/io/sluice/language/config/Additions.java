package io.sluice.language.config;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a resource may say in blocks that no provider has to know. A type may have a block or an
 * argument of its own that is called like one of them: then that is the provider's. Only who knows
 * the type can tell.
 *
 * @param rest what is the provider's
 * @param timeouts how long calls may take
 * @param retry how often and how far apart calls are tried
 * @param recover how a new object is found of which nobody knows whether it was made
 * @param range where the resource begins
 */
public record Additions(
    Body rest,
    @Nullable Body timeouts,
    @Nullable Body retry,
    @Nullable Body recover,
    SourceRange range) {
  private static final List<String> OF_OBJECTS = List.of("timeouts", "retry", "recover");
  private static final List<String> OF_OTHERS = List.of("timeouts", "retry");

  /**
   * @param isOwn whether the type has something of its own by a name
   */
  static Additions of(Resource resource, Predicate<String> isOwn, Diagnostics diagnostics) {
    BodySchema.Builder schema = BodySchema.builder();
    (resource.name().mode() == ResourceMode.MANAGED ? OF_OBJECTS : OF_OTHERS)
        .stream().filter(isOwn.negate()).forEach(schema::block);
    Body.PartialContent taken = resource.body().partialContent(schema.build(), diagnostics);
    return new Additions(
        taken.rest(),
        single(taken.content(), "timeouts", diagnostics),
        single(taken.content(), "retry", diagnostics),
        single(taken.content(), "recover", diagnostics),
        resource.range());
  }

  /** The only block of a type there may be one of. */
  public static @Nullable Body single(BodyContent content, String type, Diagnostics diagnostics) {
    List<Block> blocks = content.blocks(type);
    if (blocks.size() > 1) {
      diagnostics.error(
          "Duplicate %s block".formatted(type),
          "This resource already has a %s block at %s."
              .formatted(type, blocks.getFirst().headerRange()),
          blocks.get(1).headerRange());
    }
    return blocks.isEmpty() ? null : blocks.getFirst().body();
  }
}
