package io.sluice.bridge.rules;

import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The parts of a value that its schema calls secret; to be asked of each new value, which may have
 * new ones.
 */
public final class SensitivePaths {
  private SensitivePaths() {}

  /**
   * A secret in an element of a set makes the whole set one, since elements have no names of their
   * own.
   */
  public static List<ValuePath> of(Block block, Value value) {
    if (!block.anyAttribute(Attribute::isSensitive)) {
      return List.of();
    }
    Set<ValuePath> found = new LinkedHashSet<>();
    Parts.walk(
        value,
        (path, part) -> {
          boolean isSecret = block.at(path).filter(Attribute::isSensitive).isPresent();
          if (isSecret && !part.isNull()) {
            found.add(upToSet(path));
          }
          return !isSecret;
        });
    return List.copyOf(found);
  }

  private static ValuePath upToSet(ValuePath path) {
    List<ValuePath.Step> steps = new ArrayList<>();
    for (ValuePath.Step step : path.steps()) {
      if (step instanceof ValuePath.Step.Element) {
        break;
      }
      steps.add(step);
    }
    return new ValuePath(steps);
  }
}
