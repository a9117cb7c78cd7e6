package io.sluice.cli.command.fleet;

import io.sluice.cli.fleet.Rollout;
import io.sluice.cli.terminal.Fault;
import io.sluice.model.time.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The flags that say in which groups workspaces are taken. */
final class RolloutOptions {
  @Option(
      names = "--canary",
      paramLabel = "NAME",
      split = ",",
      description = "Workspaces that go first, with those that they need.")
  private List<String> canaries = new ArrayList<>();

  @Option(
      names = "--wave",
      paramLabel = "N|N%",
      split = ",",
      description = "How many workspaces go first, how many next; the rest is the last wave.")
  private List<String> waves = new ArrayList<>();

  @Option(
      names = "--max-failures",
      paramLabel = "N",
      description = "No further wave begins once more workspaces than this have failed.")
  private int maxFailures;

  @Option(
      names = "--check",
      paramLabel = "URL",
      description = "Must answer with success after the first wave, or no other begins.")
  private List<String> urls = new ArrayList<>();

  @Option(
      names = "--check-output",
      paramLabel = "NAME",
      description = "Must be true in each workspace of the first wave, or no other begins.")
  private String output = "";

  @Option(
      names = "--hold",
      paramLabel = "TIME",
      description = "For how long the check must hold: 30s, 10m.")
  private String hold = "";

  @Option(
      names = "--pause-after-wave",
      description = "Pause the run after each wave but the last; `runs resume` goes on.")
  private boolean pause;

  Rollout chosen() {
    return new Rollout(canaries, waves, maxFailures, pause, urls, output, time()).checked();
  }

  private Duration time() {
    if (hold.isEmpty()) {
      return Duration.ZERO;
    }
    return switch (DurationText.typed(hold)) {
      case DurationText.Good good -> good.duration();
      case DurationText.Bad bad ->
          throw Fault.of(
              "--hold can't be used", "\"" + hold + "\" " + bad.why() + ".", "Give --hold 10m.");
    };
  }
}
