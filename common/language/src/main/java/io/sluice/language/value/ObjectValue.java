package io.sluice.language.value;

import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Attributes by name, each of its own type. */
public final class ObjectValue implements Value {
  public static final ObjectValue EMPTY = new ObjectValue(Map.of());

  private final SortedMap<String, Value> map;
  private final boolean known;
  private final boolean marked;
  private final Extent extent;
  private @Nullable Type type;

  private ObjectValue(Map<String, Value> map) {
    this.map = CodePoints.sorted(map);
    this.known = Marks.allKnown(this.map.values());
    this.marked = Marks.anyMarked(this.map.values());
    this.extent = Extent.of(this.map);
  }

  public static ObjectValue of(Map<String, Value> attributes) {
    return attributes.isEmpty() ? EMPTY : new ObjectValue(attributes);
  }

  public SortedMap<String, Value> map() {
    return map;
  }

  @Override
  public Type type() {
    Type known = type;
    if (known == null) {
      known = Type.object(CodePoints.mapped(map, Value::type));
      type = known;
    }
    return known;
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
    return other instanceof ObjectValue that && map.equals(that.map);
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
