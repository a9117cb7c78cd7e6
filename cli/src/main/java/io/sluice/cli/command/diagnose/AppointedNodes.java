package io.sluice.cli.command.diagnose;

import io.sluice.cli.render.Durations;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/** What a run that has nothing out waits for by the clock: such a run is not stuck. */
final class AppointedNodes {
  /** A node that is due is sent at once, or else something is wrong. */
  private static final Duration LATE = Duration.ofMinutes(1);

  private AppointedNodes() {}

  /** Until when a run waits, and for what; empty where the clock is not what it waits for. */
  static Optional<String> awaited(Map<String, NodeRecord> nodes, Instant now) {
    return nodes.entrySet().stream()
        .filter(node -> isWaiting(node.getValue(), now))
        .min(Comparator.comparing(node -> due(node.getValue())))
        .map(next -> text(next.getKey(), next.getValue(), waiting(nodes, now) - 1, now));
  }

  private static boolean isWaiting(NodeRecord node, Instant now) {
    return node.status() == NodeStatus.WAITING && due(node).plus(LATE).isAfter(now);
  }

  private static Instant due(NodeRecord node) {
    Instant due = node.dueAt();
    return due == null ? Instant.EPOCH : due;
  }

  private static long waiting(Map<String, NodeRecord> nodes, Instant now) {
    return nodes.values().stream().filter(node -> isWaiting(node, now)).count();
  }

  private static String text(String node, NodeRecord record, long others, Instant now) {
    Duration left = Duration.between(now, due(record));
    return (record.recovering()
            ? "to find out what became of " + node + ", whose outcome is in doubt"
            : "to try " + node + " again")
        + " at "
        + due(record).truncatedTo(ChronoUnit.SECONDS)
        + (left.isPositive() ? ", in " + Durations.of(left) : ", now")
        + (others == 0 ? "" : "; " + others + " more wait for later")
        + (record.reason() == null ? "" : " (" + record.reason() + ")");
  }
}
