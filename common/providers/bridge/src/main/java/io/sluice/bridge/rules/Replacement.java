package io.sluice.bridge.rules;

import io.sluice.bridge.schema.Attribute;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.schema.ValuePath;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.Equality;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which of the paths that a provider named do ask for a new object: those at which something
 * changes, or may.
 *
 * @param faults paths that lead nowhere
 */
public record Replacement(List<ValuePath> paths, List<Fault> faults) {

  public static Replacement of(Block block, Value prior, Value planned, List<ValuePath> named) {
    List<ValuePath> paths = new ArrayList<>();
    List<Fault> faults = new ArrayList<>();
    if (!prior.isNull()) {
      for (ValuePath path : named) {
        Optional<Value> before = path.in(prior);
        Optional<Value> after = path.in(planned);
        if (before.isEmpty() && after.isEmpty()) {
          faults.add(new Fault(path, "asks for a new object, but is no attribute of it"));
        } else if (differ(before, after)
            || block.at(path).filter(Attribute::isWriteOnly).isPresent()) {
          paths.add(path);
        }
      }
    }
    return new Replacement(List.copyOf(paths), List.copyOf(faults));
  }

  private static boolean differ(Optional<Value> before, Optional<Value> after) {
    Value nothing = Values.NULL;
    return !Equality.compare(before.orElse(nothing), after.orElse(nothing)).equals(Values.TRUE);
  }

  /** Whether one of the paths is that of an attribute which no value shows to have changed. */
  public boolean isForcedByWriteOnly(Block block) {
    return paths.stream()
        .anyMatch(path -> block.at(path).filter(Attribute::isWriteOnly).isPresent());
  }
}
