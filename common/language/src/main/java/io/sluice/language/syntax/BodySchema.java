package io.sluice.language.syntax;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which attributes and blocks a body may hold. */
public record BodySchema(Map<String, AttributeSchema> attributes, Map<String, BlockSchema> blocks) {
  public static final BodySchema EMPTY = new BodySchema(Map.of(), Map.of());

  /**
   * How the strings of an attribute are to be read in JSON and YAML. Native syntax needs no
   * telling.
   */
  public enum Mode {
    /** Strings are templates. */
    EXPRESSION,
    /** Strings are just strings: a description, a version constraint. */
    LITERAL,
    /** Strings are expressions of native syntax: {@code depends_on}, {@code type}. */
    REFERENCE
  }

  public record AttributeSchema(String name, boolean required, Mode mode) {}

  public record BlockSchema(String type, List<String> labelNames) {
    public BlockSchema {
      labelNames = List.copyOf(labelNames);
    }
  }

  public BodySchema {
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    blocks = Collections.unmodifiableMap(new LinkedHashMap<>(blocks));
  }

  public @Nullable AttributeSchema attribute(String name) {
    return attributes.get(name);
  }

  public @Nullable BlockSchema block(String type) {
    return blocks.get(type);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Builds a schema, in the order in which faults about it are reported. */
  public static final class Builder {
    private final List<AttributeSchema> attributes = new ArrayList<>();
    private final List<BlockSchema> blocks = new ArrayList<>();

    private Builder() {}

    public Builder optional(String... names) {
      return each(false, Mode.EXPRESSION, names);
    }

    public Builder required(String... names) {
      return each(true, Mode.EXPRESSION, names);
    }

    public Builder literal(String... names) {
      return each(false, Mode.LITERAL, names);
    }

    public Builder reference(String... names) {
      return each(false, Mode.REFERENCE, names);
    }

    public Builder attribute(String name, boolean required, Mode mode) {
      attributes.add(new AttributeSchema(name, required, mode));
      return this;
    }

    public Builder block(String type, String... labelNames) {
      blocks.add(new BlockSchema(type, List.of(labelNames)));
      return this;
    }

    public BodySchema build() {
      Map<String, AttributeSchema> byName = new LinkedHashMap<>();
      attributes.forEach(attribute -> byName.put(attribute.name(), attribute));
      Map<String, BlockSchema> byType = new LinkedHashMap<>();
      blocks.forEach(block -> byType.put(block.type(), block));
      return new BodySchema(byName, byType);
    }

    private Builder each(boolean required, Mode mode, String... names) {
      for (String name : names) {
        attribute(name, required, mode);
      }
      return this;
    }
  }
}
