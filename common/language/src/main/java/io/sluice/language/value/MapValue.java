package io.sluice.language.value;

import java.util.Map;
import java.util.SortedMap;

/** Elements of one type by key. */
public final class MapValue extends CompositeValue<SortedMap<String, Value>> {
  private final Type type;

  private MapValue(Type type, SortedMap<String, Value> map) {
    super(map, map.values(), Extent.of(map));
    this.type = type;
  }

  public static MapValue of(Type element, Map<String, Value> entries) {
    return new MapValue(Type.map(element), CodePoints.sorted(entries));
  }

  public SortedMap<String, Value> map() {
    return parts;
  }

  @Override
  public Type type() {
    return type;
  }
}
