package io.sluice.bridge.rules;

import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Unknown parts of values that should have none. */
public final class Unknowns {
  private Unknowns() {}

  public static List<ValuePath> found(Value value) {
    List<ValuePath> found = new ArrayList<>();
    Parts.walk(
        value,
        (path, part) -> {
          if (!part.isKnown()) {
            found.add(path);
          }
          return !part.isWhollyKnown();
        });
    return found;
  }

  /** The value with nothing where something was unknown. */
  public static Value asNull(Value value) {
    return value.isWhollyKnown()
        ? value
        : Parts.transform(value, (path, part) -> part.isKnown() ? part : Value.nullOf(part.type()));
  }
}
