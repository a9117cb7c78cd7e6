package io.sluice.bridge.rules;

import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Attribute.Flag;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.NestedBlock;
import io.sluice.bridge.schema.NestedObject;
import io.sluice.bridge.schema.Nesting;
import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Schemas and values in few words. */
final class Blocks {
  static final Value NO_TEXT = Value.nullOf(Types.STRING);
  static final Value SOME_TEXT = Value.unknown(Types.STRING);

  private Blocks() {}

  static Attribute attribute(Type type, Flag... flags) {
    return new Attribute(type, Optional.empty(), Set.of(flags), "", "");
  }

  static Attribute text(Flag... flags) {
    return attribute(Types.STRING, flags);
  }

  static Attribute nested(Nesting nesting, Block body, Flag... flags) {
    NestedObject object = new NestedObject(body, nesting);
    return new Attribute(object.type(), Optional.of(object), Set.of(flags), "", "");
  }

  static NestedBlock block(Nesting nesting, Block body) {
    return new NestedBlock(body, nesting, 0, 0);
  }

  /** {@code a}: optional, {@code id}: computed, {@code both}: either. */
  static Block usual() {
    return Block.of(
        Map.of(
            "a", text(Flag.OPTIONAL),
            "id", text(Flag.COMPUTED),
            "both", text(Flag.OPTIONAL, Flag.COMPUTED)),
        Map.of());
  }

  static Block holding(Nesting nesting) {
    return Block.of(Map.of(), Map.of("sub", block(nesting, usual())));
  }

  static Block holdingAttribute(Nesting nesting, Flag... flags) {
    return Block.of(Map.of("sub", nested(nesting, usual(), flags)), Map.of());
  }

  /** An object of {@link #usual}; null for nothing, "?" for unknown. */
  static Value usual(String a, String id, String both) {
    return object("a", of(a), "id", of(id), "both", of(both));
  }

  static Value of(String text) {
    return text == null ? NO_TEXT : text.equals("?") ? SOME_TEXT : Value.of(text);
  }

  static Value object(Object... namesAndValues) {
    Map<String, Value> parts = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      parts.put((String) namesAndValues[i], (Value) namesAndValues[i + 1]);
    }
    return ObjectValue.of(parts);
  }

  static Value sub(Value value) {
    return object("sub", value);
  }

  static Value list(Value... elements) {
    return ListValue.of(usual().type(), List.of(elements));
  }

  static Value set(Value... elements) {
    return SetValue.of(usual().type(), List.of(elements));
  }

  static Value map(Object... keysAndValues) {
    return MapValue.of(usual().type(), object(keysAndValues).entries());
  }
}
