package io.sluice.providers.fakecloud;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Faults that follow one another: a list of {@code {"seconds": 30, "faults": {...}}}, of which the
 * last stays. Faults alone stay from the beginning.
 */
public record Scenario(List<Step> steps) {
  private static final double LONGEST = Duration.ofDays(1).toSeconds();

  public Scenario {
    steps = List.copyOf(steps);
  }

  /** What goes wrong for so long. */
  public record Step(Duration time, Faults faults) {}

  public static Scenario read(byte[] text) throws MalformedMessage {
    JsonNode tree = Json.tree(text);
    if (!tree.isArray()) {
      return new Scenario(List.of(new Step(Duration.ZERO, Faults.read(tree))));
    }
    List<Step> steps = new ArrayList<>();
    for (JsonNode step : tree) {
      double seconds = step.path("seconds").asDouble(0);
      if (!step.path("faults").isObject() || seconds < 0 || seconds > LONGEST) {
        throw new MalformedMessage(
            "a step must be {\"seconds\": 30, \"faults\": {...}}, of at most a day, not " + step);
      }
      steps.add(
          new Step(Duration.ofMillis((long) (seconds * 1000)), Faults.read(step.path("faults"))));
    }
    return new Scenario(steps);
  }

  /** Turns the faults on one after the other, until the last one or until it is interrupted. */
  Thread playOn(Cloud cloud) {
    steps.stream().findFirst().ifPresent(first -> cloud.faults(first.faults()));
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                for (Step step : steps) {
                  cloud.faults(step.faults());
                  Thread.sleep(step.time());
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }
}
