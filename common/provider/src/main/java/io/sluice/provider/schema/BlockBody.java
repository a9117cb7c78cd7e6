package io.sluice.provider.schema;

import io.sluice.model.json.JsonPointers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What may be in a block: attributes, nested blocks, and rules about several of them. */
public record BlockBody(
    List<AttributeSchema> attributes, List<BlockSchema> blocks, List<ConfigRule> rules) {
  public BlockBody {
    attributes = List.copyOf(attributes);
    blocks = List.copyOf(blocks);
    rules = List.copyOf(rules);
  }

  public static BlockBody of(AttributeSchema... attributes) {
    return of(List.of(attributes));
  }

  public static BlockBody of(List<AttributeSchema> attributes) {
    return new BlockBody(attributes, List.of(), List.of());
  }

  public Optional<AttributeSchema> attribute(String name) {
    return attributes.stream().filter(attribute -> attribute.name().equals(name)).findFirst();
  }

  public Optional<BlockSchema> block(String name) {
    return blocks.stream().filter(block -> block.name().equals(name)).findFirst();
  }

  /** Whether anything in it is called so. */
  public boolean has(String name) {
    return attribute(name).isPresent() || block(name).isPresent();
  }

  /**
   * JSON pointers to what is sensitive. A collection with anything sensitive in it is sensitive as
   * a whole: its elements have no fixed places.
   */
  public List<String> sensitivePointers() {
    List<String> pointers = new ArrayList<>();
    for (AttributeSchema attribute : attributes) {
      String pointer = JsonPointers.child("", attribute.name());
      if (attribute.sensitive()) {
        pointers.add(pointer);
      } else if (attribute.type() instanceof AttributeType.Nested nested) {
        addWithin(pointer, nested.nesting(), of(nested.attributes()), pointers);
      }
    }
    for (BlockSchema block : blocks) {
      addWithin(JsonPointers.child("", block.name()), block.nesting(), block.body(), pointers);
    }
    return pointers;
  }

  private static void addWithin(
      String pointer, BlockSchema.Nesting nesting, BlockBody body, List<String> pointers) {
    List<String> inner = body.sensitivePointers();
    if (nesting.isOne()) {
      inner.forEach(below -> pointers.add(pointer + below));
    } else if (!inner.isEmpty()) {
      pointers.add(pointer);
    }
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
