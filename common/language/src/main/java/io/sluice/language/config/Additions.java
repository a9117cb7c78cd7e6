package io.sluice.language.config;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.Expression;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a resource says to Sluice, besides its provider's arguments. If the type has an argument or
 * a block of the same name, that one is the provider's, and what is for Sluice goes into a {@code
 * sluice} block. So a resource can be divided only with its type's schema.
 *
 * @param rest the provider's part
 * @param pool the pool whose workers carry it out
 * @param timeouts how long calls may take
 * @param retry how often and how far apart calls are tried
 * @param recover how to find a new object whose creation is in doubt
 * @param range where the resource begins
 */
public record Additions(
    Body rest,
    @Nullable Expression pool,
    @Nullable Body timeouts,
    @Nullable Body retry,
    @Nullable Body recover,
    SourceRange range) {
  private static final String POOL = "pool";
  private static final String SLUICE = "sluice";
  private static final List<String> OF_OBJECTS = List.of("timeouts", "retry", "recover");
  private static final List<String> OF_OTHERS = List.of("timeouts", "retry");

  /**
   * @param isOwn whether the type has something of its own by a name
   */
  static Additions of(Resource resource, Predicate<String> isOwn, Diagnostics diagnostics) {
    boolean isObject = resource.name().mode() == ResourceMode.MANAGED;
    List<String> blocks = isObject ? OF_OBJECTS : OF_OTHERS;
    BodySchema.Builder schema = BodySchema.builder();
    BodySchema.Builder within = BodySchema.builder().optional(POOL);
    if (!isOwn.test(POOL)) {
      schema.optional(POOL);
    }
    blocks.stream().filter(isOwn.negate()).forEach(schema::block);
    blocks.forEach(within::block);
    if (!isOwn.test(SLUICE)) {
      schema.block(SLUICE);
    }
    Body.PartialContent taken = resource.body().partialContent(schema.build(), diagnostics);
    Body block = single(taken.content(), SLUICE, diagnostics);
    BodyContent apart = block == null ? null : block.content(within.build(), diagnostics);
    Said said = new Said(taken.content(), apart, diagnostics);
    return new Additions(
        taken.rest(),
        said.pool(),
        said.block("timeouts"),
        said.block("retry"),
        said.block("recover"),
        resource.range());
  }

  /**
   * What is for Sluice: beside the provider's arguments, and in the {@code sluice} block.
   *
   * @param apart the {@code sluice} block; null if there is none
   */
  private record Said(BodyContent beside, @Nullable BodyContent apart, Diagnostics diagnostics) {
    @Nullable Expression pool() {
      Attribute here = beside.attribute(POOL);
      Attribute there = apart == null ? null : apart.attribute(POOL);
      if (here != null && there != null) {
        twice(POOL, there.nameRange());
      }
      Attribute pool = there == null ? here : there;
      return pool == null ? null : pool.expression();
    }

    @Nullable Body block(String type) {
      Body here = single(beside, type, diagnostics);
      Body there = apart == null ? null : single(apart, type, diagnostics);
      if (here != null && there != null) {
        twice(type, there.missingItemRange());
      }
      return there == null ? here : there;
    }

    private void twice(String name, SourceRange where) {
      diagnostics.error(
          "Said twice",
          "\"%s\" is also set outside the sluice block: set it once.".formatted(name),
          where);
    }
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
