package io.sluice.cli.command.diagnose;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.render.Durations;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Runs that have waited longer than usual, and how to end the wait. */
final class RunFindings {
  private static final Duration QUEUED = Duration.ofMinutes(10);
  private static final Duration PLANNING = Duration.ofMinutes(2);
  private static final Duration IDLE = Duration.ofMinutes(2);
  private static final Duration STOPPING = Duration.ofMinutes(10);
  private static final int SHOWN = 10;

  private final Instant now;
  private final Function<List<String>, String> command;
  private final Function<String, Map<String, NodeRecord>> nodes;

  /**
   * @param command a command of this deployment, quoted for a shell
   * @param nodes of a run that seems to do nothing
   */
  RunFindings(
      Instant now,
      Function<List<String>, String> command,
      Function<String, Map<String, NodeRecord>> nodes) {
    this.now = now;
    this.command = command;
    this.nodes = nodes;
  }

  /**
   * @param locks of a workspace, as the query API tells them
   */
  List<Finding> of(List<RunRecord> runs, Function<String, JsonNode> locks) {
    List<Finding> findings = new ArrayList<>();
    List<Finding> waiting = new ArrayList<>();
    int under = 0;
    int doubtful = 0;
    for (RunRecord run : runs) {
      if (run.ended()) {
        continue;
      }
      under++;
      Finding finding = standing(run, locks);
      if (finding != null && finding.good()) {
        waiting.add(finding);
      } else if (finding != null && findings.size() < SHOWN) {
        findings.add(finding);
      }
    }
    for (String workspace : workspacesWithDoubts(runs)) {
      doubtful += locks.apply(workspace).path("closed").size();
    }
    if (doubtful > 0) {
      findings.add(
          Finding.bad(
              "in doubt",
              doubtful + " operations have an unknown outcome",
              "Check each object, then resolve it: " + command.apply(List.of("locks"))));
    }
    if (findings.isEmpty()) {
      findings.add(Finding.good("runs", under + " under way, none of them stuck"));
    }
    waiting.stream().limit(SHOWN).forEach(findings::add);
    return findings;
  }

  private static List<String> workspacesWithDoubts(List<RunRecord> runs) {
    return runs.stream()
        .filter(run -> run.counts().inDoubt() > 0)
        .map(RunRecord::workspace)
        .distinct()
        .toList();
  }

  private @org.jspecify.annotations.Nullable Finding standing(
      RunRecord run, Function<String, JsonNode> locks) {
    return switch (run.shownPhase()) {
      case QUEUED ->
          older(run.submittedAt(), QUEUED)
              ? stuck(
                  run,
                  "queued",
                  run.waitingFor().isEmpty()
                      ? "for its claim"
                      : "for " + String.join(", ", run.waitingFor()),
                  "To see which run holds it: " + command.apply(List.of("locks", run.workspace())))
              : null;
      case PLANNING ->
          older(since(run), PLANNING)
              ? stuck(
                  run,
                  "planning",
                  "for a planner's answer",
                  "Check the planners above. To end it: " + verb("abandon", run))
              : null;
      case AWAITING_APPROVAL ->
          stuck(
              run,
              "awaiting approval",
              "for a decision",
              verb("approve", run) + ", or " + verb("discard", run));
      case RUNNING -> older(since(run), IDLE) && nothingOut(run, locks) ? idle(run) : null;
      case PAUSED -> null;
      case STOPPING ->
          older(since(run), STOPPING)
              ? stuck(
                  run,
                  "stopping",
                  "for running calls to finish",
                  "To end it, leaving them in doubt: " + verb("abandon", run))
              : null;
      case QUARANTINED ->
          stuck(
              run,
              "quarantined",
              run.reasons().isEmpty() ? "" : run.reasons().getFirst(),
              command.apply(List.of("dlq", "list")) + ", then " + verb("abandon", run));
      case ENDED -> null;
    };
  }

  /** Nothing of it is out: it waits for a time, or it is stuck. */
  private Finding idle(RunRecord run) {
    return AppointedNodes.awaited(nodes.apply(run.run()), now)
        .map(what -> Finding.good("run " + run.run(), "waits " + what))
        .orElseGet(
            () ->
                stuck(
                    run,
                    "running with nothing under way",
                    "for nothing",
                    "To end it: " + verb("abandon", run)));
  }

  private static Instant since(RunRecord run) {
    Instant started = run.startedAt();
    return started == null ? run.submittedAt() : started;
  }

  private boolean older(Instant since, Duration bound) {
    return Duration.between(since, now).compareTo(bound) > 0;
  }

  private static boolean nothingOut(RunRecord run, Function<String, JsonNode> locks) {
    List<JsonNode> held = heldBy(run, locks);
    return !held.isEmpty() && held.getFirst().path("out").isEmpty();
  }

  private static List<JsonNode> heldBy(RunRecord run, Function<String, JsonNode> locks) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode held : locks.apply(run.workspace()).path("held")) {
      if (held.path("run").asText().equals(run.run())) {
        found.add(held);
      }
    }
    return found;
  }

  /** Tasks that no worker has taken yet: pool to run to how many. Ended runs no longer count. */
  static SortedMap<String, SortedMap<String, Integer>> unclaimed(
      List<RunRecord> runs, Function<String, JsonNode> locks) {
    SortedMap<String, SortedMap<String, Integer>> unclaimed = new TreeMap<>();
    for (RunRecord run : runs) {
      for (JsonNode held : run.ended() ? List.<JsonNode>of() : heldBy(run, locks)) {
        held.path("unclaimed")
            .properties()
            .forEach(
                pool ->
                    unclaimed
                        .computeIfAbsent(pool.getKey(), any -> new TreeMap<>())
                        .merge(run.run(), pool.getValue().asInt(), Integer::sum));
      }
    }
    return unclaimed;
  }

  /** That tasks wait in a pool which has no worker, and whose they are. */
  static Finding unserved(String pool, SortedMap<String, Integer> tasks) {
    int sum = tasks.values().stream().mapToInt(Integer::intValue).sum();
    List<String> runs = tasks.keySet().stream().limit(SHOWN).toList();
    return Finding.bad(
        "pool " + pool,
        sum
            + (sum == 1 ? " task waits" : " tasks wait")
            + ", and no worker serves it (run "
            + String.join(", ", runs)
            + (tasks.size() > SHOWN ? " and " + (tasks.size() - SHOWN) + " more" : "")
            + ")",
        "Start one: `sluice serve worker --pool " + pool + "`, or abandon what waits for it.");
  }

  private String verb(String verb, RunRecord run) {
    return command.apply(List.of("runs", verb, run.run()));
  }

  private Finding stuck(RunRecord run, String phase, String why, String todo) {
    return Finding.bad(
        "run " + run.run(),
        phase
            + " in workspace "
            + run.workspace()
            + " since "
            + Durations.of(Duration.between(run.submittedAt(), now))
            + " ago"
            + (why.isEmpty() ? "" : ", waiting " + why),
        todo);
  }
}
