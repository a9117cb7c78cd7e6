package io.sluice.language.value;

import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Attributes by name, each of its own type. */
public final class ObjectValue extends CompositeValue<SortedMap<String, Value>> {
  public static final ObjectValue EMPTY = new ObjectValue(CodePoints.sorted(Map.of()));

  private @Nullable Type type;

  private ObjectValue(SortedMap<String, Value> map) {
    super(map, map.values(), Extent.of(map));
  }

  public static ObjectValue of(Map<String, Value> attributes) {
    return attributes.isEmpty() ? EMPTY : new ObjectValue(CodePoints.sorted(attributes));
  }

  public SortedMap<String, Value> map() {
    return parts;
  }

  @Override
  public Type type() {
    Type known = type;
    if (known == null) {
      known = Type.object(CodePoints.mapped(parts, Value::type));
      type = known;
    }
    return known;
  }
}
