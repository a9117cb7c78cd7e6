package io.sluice.language.syntax;

import io.sluice.language.source.SourceRange;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A body as its schema sees it: attributes by name and blocks, both in the order of the text. */
public record BodyContent(
    Map<String, Attribute> attributes, List<Block> blocks, SourceRange missingItemRange) {
  public BodyContent {
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    blocks = List.copyOf(blocks);
  }

  public @Nullable Attribute attribute(String name) {
    return attributes.get(name);
  }

  public List<Block> blocks(String type) {
    return blocks.stream().filter(block -> block.type().equals(type)).toList();
  }
}
