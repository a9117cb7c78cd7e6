package io.sluice.language.expression.type;

import io.sluice.language.value.CodePoints;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The defaults of optional attributes, shaped like the type that declares them.
 *
 * @param values by attribute, where this is an object
 * @param children by attribute, by position in a tuple, or under {@link #EACH} for all elements
 */
record Defaults(Map<String, Value> values, Map<String, Defaults> children) {
  static final String EACH = "";
  static final Defaults NONE = new Defaults(Map.of(), Map.of());

  Defaults {
    values = Map.copyOf(values);
    children = Map.copyOf(children);
  }

  boolean isEmpty() {
    return values.isEmpty() && children.isEmpty();
  }

  /** The value with what it lacks; the conversion comes after, so types may still differ. */
  Value apply(Value given) {
    Value value = given.unmarked();
    if (isEmpty() || !value.isKnown() || value.isNull() || value.type().isPrimitive()) {
      return given;
    }
    Value filled = value.type().isSequence() ? sequence(value) : mapping(value.entries());
    return filled.withMarks(given.marks());
  }

  private Value sequence(Value value) {
    List<Value> elements = new ArrayList<>(value.elements().size());
    for (Value element : value.elements()) {
      elements.add(child(Integer.toString(elements.size()), element));
    }
    return TupleValue.of(elements);
  }

  private Value mapping(Map<String, Value> entries) {
    SortedMap<String, Value> filled = new TreeMap<>(CodePoints.ORDER);
    filled.putAll(entries);
    values.forEach(
        (name, otherwise) -> {
          Value present = filled.get(name);
          if (present == null || present.isNull()) {
            filled.put(name, otherwise);
          }
        });
    filled.replaceAll(this::child);
    return ObjectValue.of(filled);
  }

  private Value child(String key, Value value) {
    @Nullable Defaults own = children.get(key);
    Defaults inner = own == null ? children.getOrDefault(EACH, NONE) : own;
    return inner.apply(value);
  }
}
