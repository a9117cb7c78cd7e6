package io.sluice.provider.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What may stand in a block: attributes, nested blocks, and rules about several of them. */
public record BlockBody(
    List<AttributeSchema> attributes, List<BlockSchema> blocks, List<ConfigRule> rules) {
  public BlockBody {
    attributes = List.copyOf(attributes);
    blocks = List.copyOf(blocks);
    rules = List.copyOf(rules);
  }

  public static BlockBody of(AttributeSchema... attributes) {
    return new BlockBody(List.of(attributes), List.of(), List.of());
  }

  public Optional<AttributeSchema> attribute(String name) {
    return attributes.stream().filter(attribute -> attribute.name().equals(name)).findFirst();
  }

  public Optional<BlockSchema> block(String name) {
    return blocks.stream().filter(block -> block.name().equals(name)).findFirst();
  }

  /** Names that a configuration may use. */
  List<String> configurableNames() {
    List<String> names = new ArrayList<>();
    attributes.stream()
        .filter(AttributeSchema::configurable)
        .forEach(attribute -> names.add(attribute.name()));
    blocks.forEach(block -> names.add(block.name()));
    return names;
  }
}
