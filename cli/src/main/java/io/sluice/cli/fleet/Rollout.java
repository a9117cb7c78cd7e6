package io.sluice.cli.fleet;

import io.sluice.cli.terminal.Fault;
import io.sluice.model.time.DurationText;
import java.time.Duration;
import java.util.List;

/**
 * How workspaces are taken one group after the other.
 *
 * @param canaries who go first, with those that they need; none, if the first wave has its size
 * @param waves how many go next, and next
 * @param maxFailures no further wave begins once more have failed
 * @param pause whether somebody is to resume the run before each further wave
 * @param urls must answer with success for a time after the first wave
 * @param output that must be true in each workspace of the first wave; empty for none
 * @param hold for how long
 */
public record Rollout(
    List<String> canaries,
    List<String> waves,
    int maxFailures,
    boolean pause,
    List<String> urls,
    String output,
    Duration hold) {
  public static final Rollout AT_ONCE =
      new Rollout(List.of(), List.of(), 0, false, List.of(), "", Duration.ZERO);

  public Rollout {
    canaries = List.copyOf(canaries);
    waves = List.copyOf(waves);
    urls = List.copyOf(urls);
  }

  /** Refuses what can't be meant. */
  public Rollout checked() {
    Waves.of(List.of(), List.of(), waves);
    boolean divided = !canaries.isEmpty() || !waves.isEmpty();
    if (!divided && (pause || isChecked())) {
      throw Fault.of(
          "There is only one wave",
          "A check, or a pause, comes after a wave and before the next.",
          "Say who goes first: --canary NAME, or --wave 1.");
    }
    for (String url : urls) {
      if (!url.matches("https?://\\S+")) {
        throw Fault.of(
            "\"" + url + "\" can't be checked",
            "A check asks an address that begins with http:// or https://.",
            "For example: --check https://shop.example/health");
      }
    }
    if (!hold.isZero() && !isChecked()) {
      throw Fault.of(
          "There is nothing that could hold for " + DurationText.canonical(hold),
          "--hold says how long a check must hold.",
          "Say which: --check URL, or --check-output NAME.");
    }
    return this;
  }

  boolean isChecked() {
    return !urls.isEmpty() || !output.isEmpty();
  }

  /** Whether there may be more waves than one. */
  public boolean isDivided() {
    return !canaries.isEmpty() || !waves.isEmpty();
  }
}
