package io.sluice.language.syntax.hcl;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Block;
import io.sluice.language.syntax.Body;
import io.sluice.language.syntax.BodyContent;
import io.sluice.language.syntax.BodySchema;
import io.sluice.language.syntax.BodySchema.AttributeSchema;
import io.sluice.language.syntax.BodySchema.BlockSchema;
import io.sluice.language.syntax.Unexpected;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A body of native syntax, which says itself what is an attribute and what a block. */
public final class NativeBody implements Body {
  private final List<Attribute> attributes;
  private final List<Block> blocks;
  private final Set<String> hiddenAttributes;
  private final Set<String> hiddenBlocks;
  private final SourceRange range;

  NativeBody(List<Attribute> attributes, List<Block> blocks, SourceRange range) {
    this(List.copyOf(attributes), List.copyOf(blocks), Set.of(), Set.of(), range);
  }

  private NativeBody(
      List<Attribute> attributes,
      List<Block> blocks,
      Set<String> hiddenAttributes,
      Set<String> hiddenBlocks,
      SourceRange range) {
    this.attributes = attributes;
    this.blocks = blocks;
    this.hiddenAttributes = hiddenAttributes;
    this.hiddenBlocks = hiddenBlocks;
    this.range = range;
  }

  /** All attributes in the order of the text. */
  public List<Attribute> attributes() {
    return attributes;
  }

  /** All blocks in the order of the text. */
  public List<Block> blocks() {
    return blocks;
  }

  /** The blocks that no schema has taken yet. */
  public List<Block> remainingBlocks() {
    return hiddenBlocks.isEmpty()
        ? blocks
        : blocks.stream().filter(block -> !hiddenBlocks.contains(block.type())).toList();
  }

  /** From the opening brace (or the start of the file) to the end. */
  public SourceRange range() {
    return range;
  }

  @Override
  public BodyContent content(BodySchema schema, Diagnostics diagnostics) {
    BodyContent content = take(schema, diagnostics);
    for (Attribute attribute : attributes) {
      boolean known = schema.attribute(attribute.name()) != null;
      if (!known && !hiddenAttributes.contains(attribute.name())) {
        Unexpected.argument(attribute, schema, content, diagnostics);
      }
    }
    for (Block block : blocks) {
      if (schema.block(block.type()) == null && !hiddenBlocks.contains(block.type())) {
        Unexpected.block(block, schema, diagnostics);
      }
    }
    return content;
  }

  @Override
  public PartialContent partialContent(BodySchema schema, Diagnostics diagnostics) {
    BodyContent content = take(schema, diagnostics);
    Set<String> namesTaken = new HashSet<>(hiddenAttributes);
    namesTaken.addAll(content.attributes().keySet());
    Set<String> typesTaken = new HashSet<>(hiddenBlocks);
    typesTaken.addAll(schema.blocks().keySet());
    Body rest = new NativeBody(attributes, blocks, namesTaken, typesTaken, range);
    return new PartialContent(content, rest);
  }

  private BodyContent take(BodySchema schema, Diagnostics diagnostics) {
    Map<String, Attribute> found = new LinkedHashMap<>();
    for (Attribute attribute : attributes) {
      if (schema.attribute(attribute.name()) != null
          && !hiddenAttributes.contains(attribute.name())) {
        found.put(attribute.name(), attribute);
      }
    }
    for (AttributeSchema wanted : schema.attributes().values()) {
      if (wanted.required() && !found.containsKey(wanted.name())) {
        Unexpected.missing(wanted, missingItemRange(), diagnostics);
      }
    }
    List<Block> matching = new ArrayList<>();
    for (Block block : blocks) {
      BlockSchema wanted = schema.block(block.type());
      if (wanted != null
          && !hiddenBlocks.contains(block.type())
          && Unexpected.labelsFit(block, wanted, openBrace(block), diagnostics)) {
        matching.add(block);
      }
    }
    return new BodyContent(found, matching, missingItemRange());
  }

  private static SourceRange openBrace(Block block) {
    SourceRange body = block.body().missingItemRange();
    return new SourceRange(body.source(), body.start(), body.start() + 1);
  }

  @Override
  public Map<String, Attribute> justAttributes(Diagnostics diagnostics) {
    for (Block block : blocks) {
      if (!hiddenBlocks.contains(block.type())) {
        diagnostics.error(
            "Unexpected \"%s\" block".formatted(block.type()),
            "Blocks are not allowed here.",
            block.typeRange());
        break;
      }
    }
    Map<String, Attribute> found = new LinkedHashMap<>();
    for (Attribute attribute : attributes) {
      if (!hiddenAttributes.contains(attribute.name())) {
        found.put(attribute.name(), attribute);
      }
    }
    return found;
  }

  @Override
  public SourceRange missingItemRange() {
    return new SourceRange(range.source(), range.start(), range.start());
  }
}
