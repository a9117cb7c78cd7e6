package io.sluice.cli.render.run;

import io.sluice.cli.render.Durations;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What a stopping run still waits for, and how to end the wait. */
public final class AwaitedText {
  private static final int SHOWN = 3;

  private AwaitedText() {}

  /** The nodes that a worker has yet to answer for; none of a run that goes on, or has ended. */
  public static List<String> nodes(RunRecord run, Map<String, NodeRecord> nodes) {
    return run.ended() || run.shownPhase() != RunPhase.STOPPING
        ? List.of()
        : nodes.entrySet().stream()
            .filter(node -> isOut(node.getValue().status()))
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
  }

  /** Where a run has ended and still holds what it claimed, why, and for how long at most. */
  public static Optional<String> claim(RunRecord run) {
    return run.ended() && run.lingers()
        ? Optional.of(
            "Its claim is released when the planner has answered or skipped its request: within two"
                + " minutes, while a planner and a state service are running.")
        : Optional.empty();
  }

  static boolean isOut(NodeStatus status) {
    return status == NodeStatus.DISPATCHED || status == NodeStatus.STARTED;
  }

  /**
   * @param since how long ago the stop was ordered, where that is known
   * @param command a command of this deployment, quoted for a shell
   */
  public static String of(
      String run,
      List<String> nodes,
      Optional<Duration> since,
      Function<List<String>, String> command) {
    String more = nodes.size() > SHOWN ? " and " + (nodes.size() - SHOWN) + " more" : "";
    return "Waiting for "
        + String.join(", ", nodes.stream().limit(SHOWN).toList())
        + more
        + " to answer"
        + since.map(time -> ", for " + Durations.of(time)).orElse("")
        + ". To end the run at once:\n  "
        + command.apply(List.of("runs", "abandon", run))
        + "\n"
        + "Calls that have not answered are then in doubt, and their objects are not changed until"
        + " that is resolved.";
  }
}
