package io.sluice.planning.decide;

import io.sluice.model.Action;
import io.sluice.model.json.JsonPointers;
import io.sluice.provider.schema.PlannedChange.Difference;
import java.util.List;
import java.util.Set;

/** What has to happen to one resource that the document wants. */
public sealed interface Change {
  /** It is as it should be. */
  record Nothing() implements Change {}

  record Create() implements Change {}

  /**
   * @param unknownAfter attributes that may get another value
   */
  record Update(List<Difference> differences, Set<String> unknownAfter) implements Change {}

  /**
   * @param because for people: {@code tainted}, or empty when differences say it
   */
  record Replace(List<Difference> differences, String because) implements Change {}

  /** The action that a person sees. */
  default Action action() {
    return switch (this) {
      case Nothing nothing -> Action.NOOP;
      case Create create -> Action.CREATE;
      case Update update -> Action.UPDATE;
      case Replace replace -> Action.REPLACE;
    };
  }

  /** Whether a reference below the resource may get another value than state has. */
  static boolean alters(Change change, boolean configured, String attribute) {
    return switch (change) {
      case Nothing nothing -> false;
      case Create create -> true;
      case Update update ->
          attribute.isEmpty()
              || (configured
                  ? differs(update.differences(), attribute)
                  : update.unknownAfter().contains(attribute));
      case Replace replace ->
          attribute.isEmpty() || !configured || differs(replace.differences(), attribute);
    };
  }

  private static boolean differs(List<Difference> differences, String attribute) {
    String pointer = JsonPointers.child("", attribute);
    return differences.stream()
        .anyMatch(difference -> JsonPointers.isWithin(difference.pointer(), pointer));
  }
}
