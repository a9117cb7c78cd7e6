package io.sluice.language.config;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A body and what an override file says of it: arguments replace arguments, and blocks of a type
 * all blocks of that type; only {@code lifecycle} is merged argument by argument.
 */
public record OverriddenBody(Body base, Body override) implements Body {
  @Override
  public BodyContent content(BodySchema schema, Diagnostics diagnostics) {
    BodyContent own = base.content(schema, diagnostics);
    return merged(own, override.content(optional(schema), diagnostics));
  }

  @Override
  public PartialContent partialContent(BodySchema schema, Diagnostics diagnostics) {
    PartialContent own = base.partialContent(schema, diagnostics);
    PartialContent other = override.partialContent(optional(schema), diagnostics);
    return new PartialContent(
        merged(own.content(), other.content()), new OverriddenBody(own.rest(), other.rest()));
  }

  @Override
  public Map<String, Attribute> justAttributes(Diagnostics diagnostics) {
    Map<String, Attribute> all = new LinkedHashMap<>(base.justAttributes(diagnostics));
    all.putAll(override.justAttributes(diagnostics));
    return all;
  }

  @Override
  public SourceRange missingItemRange() {
    return base.missingItemRange();
  }

  /** An override need not repeat what is required. */
  private static BodySchema optional(BodySchema schema) {
    BodySchema.Builder builder = BodySchema.builder();
    schema.attributes().values().forEach(a -> builder.attribute(a.name(), false, a.mode()));
    schema
        .blocks()
        .values()
        .forEach(b -> builder.block(b.type(), b.labelNames().toArray(String[]::new)));
    return builder.build();
  }

  private static BodyContent merged(BodyContent own, BodyContent other) {
    Map<String, Attribute> attributes = new LinkedHashMap<>(own.attributes());
    attributes.putAll(other.attributes());
    // count and for_each exclude each other: whichever the override has is meant.
    if (other.attribute("count") != null) {
      attributes.remove("for_each");
    } else if (other.attribute("for_each") != null) {
      attributes.remove("count");
    }
    Set<String> replaced = other.blocks().stream().map(Block::type).collect(Collectors.toSet());
    List<Block> blocks = new ArrayList<>();
    for (Block block : own.blocks()) {
      if (!replaced.contains(block.type())) {
        blocks.add(block);
      }
    }
    for (Block block : other.blocks()) {
      List<Block> before = own.blocks("lifecycle");
      blocks.add(
          block.type().equals("lifecycle") && !before.isEmpty()
              ? overriding(before.getFirst(), block)
              : block);
    }
    return new BodyContent(attributes, blocks, own.missingItemRange());
  }

  /** The block with the body of another laid over it. */
  public static Block overriding(Block base, Block override) {
    return new Block(
        base.type(),
        base.labels(),
        new OverriddenBody(base.body(), override.body()),
        base.typeRange(),
        base.labelRanges(),
        base.headerRange());
  }
}
