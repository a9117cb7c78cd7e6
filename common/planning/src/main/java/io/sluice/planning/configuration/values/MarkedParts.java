package io.sluice.planning.configuration.values;

import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.Mark;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.AttributeType;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.BlockSchema;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts marks on values from a provider, which knows no marks. */
public final class MarkedParts {
  private static final EnumSet<Mark> SECRET = EnumSet.of(Mark.SENSITIVE);

  private MarkedParts() {}

  /**
   * The value with the marks that the same parts of the configuration have, and with what the
   * schema says is secret.
   */
  public static Value of(BlockBody schema, Value configured, Value given) {
    return secret(schema, like(configured, given));
  }

  /** What the schema says is secret, of a value that has everything that the schema has. */
  public static Value secret(BlockBody schema, Value marked) {
    Value value = marked.unmarked();
    if (!(value instanceof ObjectValue object) || schema.sensitivePointers().isEmpty()) {
      return marked;
    }
    Map<String, Value> fields = new LinkedHashMap<>(object.map());
    for (AttributeSchema attribute : schema.attributes()) {
      fields.computeIfPresent(attribute.name(), (name, field) -> secret(attribute, field));
    }
    for (BlockSchema block : schema.blocks()) {
      fields.computeIfPresent(
          block.name(), (name, field) -> secret(block.nesting(), block.body(), field));
    }
    return ObjectValue.of(fields).withMarks(marked.marks());
  }

  private static Value secret(AttributeSchema attribute, Value value) {
    if (attribute.sensitive()) {
      return value.isNull() ? value : value.withMarks(SECRET);
    }
    return attribute.type() instanceof AttributeType.Nested nested
        ? secret(nested.nesting(), BlockBody.of(nested.attributes()), value)
        : value;
  }

  /** The elements of a set have no places of their own: one secret makes the set one. */
  private static Value secret(BlockSchema.Nesting nesting, BlockBody body, Value marked) {
    if (marked.isNull() || body.sensitivePointers().isEmpty()) {
      return marked;
    }
    if (!marked.isKnown() || nesting == BlockSchema.Nesting.SET) {
      return marked.withMarks(SECRET);
    }
    return nesting.isOne()
        ? secret(body, marked)
        : parts(marked.unmarked(), null, (part, none) -> secret(body, part))
            .withMarks(marked.marks());
  }

  private static Value like(@Nullable Value configured, Value given) {
    if (configured == null || !configured.containsMarks()) {
      return given;
    }
    Value inner = configured.unmarked();
    return parts(given, inner, (part, same) -> like(same, part)).withMarks(configured.marks());
  }

  /** What becomes of a part, with the same part of the other value if that has it. */
  private interface Change {
    Value of(Value part, @Nullable Value same);
  }

  private static Value parts(Value value, @Nullable Value other, Change change) {
    return switch (value) {
      case ListValue list -> ListValue.of(list.type().element(), each(list.list(), other, change));
      case TupleValue tuple -> TupleValue.of(each(tuple.list(), other, change));
      case MapValue map -> MapValue.of(map.type().element(), each(map.map(), other, change));
      case ObjectValue object -> ObjectValue.of(each(object.map(), other, change));
      default -> value;
    };
  }

  private static List<Value> each(List<Value> list, @Nullable Value other, Change change) {
    List<Value> others =
        switch (other) {
          case ListValue same -> same.list();
          case TupleValue same -> same.list();
          case null, default -> List.of();
        };
    List<Value> changed = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      changed.add(change.of(list.get(i), i < others.size() ? others.get(i) : null));
    }
    return changed;
  }

  private static Map<String, Value> each(
      Map<String, Value> map, @Nullable Value other, Change change) {
    Map<String, Value> others =
        switch (other) {
          case MapValue same -> same.map();
          case ObjectValue same -> same.map();
          case null, default -> Map.of();
        };
    Map<String, Value> changed = new LinkedHashMap<>();
    map.forEach((name, part) -> changed.put(name, change.of(part, others.get(name))));
    return changed;
  }
}
