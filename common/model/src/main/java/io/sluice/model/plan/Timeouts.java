package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.sluice.model.Action;
import io.sluice.model.time.DurationText;
import io.sluice.model.time.DurationText.Good;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How long calls may take, where a resource says so; each time is positive. */
public record Timeouts(Map<Action, Duration> by) {
  public static final Timeouts NONE = new Timeouts(Map.of());

  public Timeouts {
    Map<Action, Duration> copy = new EnumMap<>(Action.class);
    by.forEach(
        (action, duration) -> {
          if (!duration.isPositive()) {
            throw new IllegalArgumentException("no time to " + action.word());
          }
          copy.put(action, duration);
        });
    by = Collections.unmodifiableMap(copy);
  }

  /** As written by any build: what this one can't read is left to the deployment's setting. */
  @JsonCreator
  public static Timeouts of(Map<String, String> texts) {
    Map<Action, Duration> by = new EnumMap<>(Action.class);
    for (Action action : Action.values()) {
      String text = texts.get(action.word());
      if (text != null
          && DurationText.parse(text) instanceof Good(Duration duration)
          && duration.isPositive()) {
        by.put(action, duration);
      }
    }
    return by.isEmpty() ? NONE : new Timeouts(by);
  }

  public @Nullable Duration of(Action action) {
    return by.get(action);
  }

  @JsonValue
  public SortedMap<String, String> texts() {
    SortedMap<String, String> texts = new TreeMap<>();
    by.forEach((action, duration) -> texts.put(action.word(), DurationText.canonical(duration)));
    return texts;
  }
}
