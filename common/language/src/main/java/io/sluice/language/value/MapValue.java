package io.sluice.language.value;

import java.util.Map;
import java.util.SortedMap;

/** Elements of one type by key. */
public final class MapValue implements Value {
  private final Type type;
  private final SortedMap<String, Value> map;
  private final boolean known;
  private final boolean marked;
  private final Extent extent;

  private MapValue(Type type, Map<String, Value> map) {
    this.type = type;
    this.map = CodePoints.sorted(map);
    this.known = Marks.allKnown(this.map.values());
    this.marked = Marks.anyMarked(this.map.values());
    this.extent = Extent.of(this.map);
  }

  public static MapValue of(Type element, Map<String, Value> entries) {
    return new MapValue(Type.map(element), entries);
  }

  public SortedMap<String, Value> map() {
    return map;
  }

  @Override
  public Type type() {
    return type;
  }

  @Override
  public boolean isWhollyKnown() {
    return known;
  }

  @Override
  public boolean containsMarks() {
    return marked;
  }

  @Override
  public Extent extent() {
    return extent;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MapValue that && type.equals(that.type) && map.equals(that.map);
  }

  @Override
  public int hashCode() {
    return map.hashCode();
  }

  @Override
  public String toString() {
    return Rendering.render(this);
  }
}
