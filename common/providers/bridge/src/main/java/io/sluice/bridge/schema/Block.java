package io.sluice.bridge.schema;

import io.sluice.language.value.CodePoints;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;

/** Attributes and blocks by name, with the type that follows from them. */
public final class Block {
  public static final Block EMPTY = new Block(Map.of(), Map.of(), "", "");

  private final SortedMap<String, Attribute> attributes;
  private final SortedMap<String, NestedBlock> blocks;
  private final String description;
  private final String deprecation;
  private final Type type;

  public Block(
      Map<String, Attribute> attributes,
      Map<String, NestedBlock> blocks,
      String description,
      String deprecation) {
    this.attributes = CodePoints.sorted(attributes);
    this.blocks = CodePoints.sorted(blocks);
    this.description = description;
    this.deprecation = deprecation;
    Map<String, Type> types = new LinkedHashMap<>();
    attributes.forEach((name, attribute) -> types.put(name, attribute.type()));
    blocks.forEach((name, block) -> types.put(name, block.type()));
    this.type = Type.object(types);
  }

  public static Block of(Map<String, Attribute> attributes, Map<String, NestedBlock> blocks) {
    return new Block(attributes, blocks, "", "");
  }

  public SortedMap<String, Attribute> attributes() {
    return attributes;
  }

  public SortedMap<String, NestedBlock> blocks() {
    return blocks;
  }

  public String description() {
    return description;
  }

  /** Why it should not be used any more; empty where nothing was said. */
  public String deprecation() {
    return deprecation;
  }

  /** The type of its values: an object of everything by name. */
  public Type type() {
    return type;
  }

  /** Its value where nothing at all was written. */
  public Value empty() {
    Map<String, Value> parts = new LinkedHashMap<>();
    attributes.forEach((name, attribute) -> parts.put(name, Value.nullOf(attribute.type())));
    blocks.forEach((name, block) -> parts.put(name, block.empty()));
    return ObjectValue.of(parts);
  }

  /**
   * The attribute at a path, whatever elements of lists, sets and maps the path goes through; empty
   * for the path of an element itself or of something inside of an attribute's value.
   */
  public Optional<Attribute> at(ValuePath path) {
    return at(path.steps());
  }

  private Optional<Attribute> at(List<ValuePath.Step> steps) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof ValuePath.Step.Name(String name)) {
        List<ValuePath.Step> rest = steps.subList(i + 1, steps.size());
        Attribute attribute = attributes.get(name);
        if (attribute != null) {
          return rest.isEmpty()
              ? Optional.of(attribute)
              : attribute.nested().flatMap(nested -> nested.body().at(rest));
        }
        NestedBlock block = blocks.get(name);
        return block == null ? Optional.empty() : block.body().at(rest);
      }
    }
    return Optional.empty();
  }

  /** Whether some attribute, however deep, is such a one. */
  public boolean anyAttribute(Predicate<Attribute> wanted) {
    return attributes.values().stream()
            .anyMatch(
                attribute ->
                    wanted.test(attribute)
                        || attribute
                            .nested()
                            .map(nested -> nested.body().anyAttribute(wanted))
                            .orElse(false))
        || blocks.values().stream().anyMatch(block -> block.body().anyAttribute(wanted));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Block that
        && attributes.equals(that.attributes)
        && blocks.equals(that.blocks);
  }

  @Override
  public int hashCode() {
    return 31 * attributes.hashCode() + blocks.hashCode();
  }

  @Override
  public String toString() {
    return "block of " + attributes.keySet() + " and " + blocks.keySet();
  }
}
