package io.sluice.machine.follow;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.KeptParts.PartKey;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.Surplus;
import io.sluice.machine.run.Run;
import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Command;
import io.sluice.model.record.RunRecord.Stop;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Takes away what ended runs and plans leave behind, a little at a time, and forgets the oldest of
 * them.
 */
final class Sweeping {
  private Sweeping() {}

  static void sweep(Draft draft) {
    int left = draft.settings.sweep() - draft.doneLocally;
    boolean gone = false;
    for (RunState run : draft.state.runStates()) {
      if (left > 0 && run.hasLeftovers()) {
        left -= sweep(draft, run, left);
      } else if (left > 0 && run.isLeaving()) {
        left -= takeAway(draft, run, left);
        gone |= !run.isLeaving();
      }
    }
    forget(draft);
    if (gone) {
      draft.holdsChanged();
    }
  }

  private static int sweep(Draft draft, RunState run, int most) {
    return takeAway(
        draft, run, most, node -> node.stored() && !node.inDoubt(), part -> !part.isUnresolved());
  }

  /** What a plan that a run has left wrote; it is planned again when all of it is gone. */
  static int takeAway(Draft draft, RunState run, int most) {
    return takeAway(draft, run, most, NodeEntry::stored, part -> true);
  }

  private static int takeAway(
      Draft draft, RunState run, int most, Predicate<NodeEntry> nodes, Predicate<PartKey> parts) {
    Set<String> first = first(run, most, nodes);
    first.forEach(node -> draft.put(new Change.Node(run.id, node, null)));
    List<PartKey> left = run.parts().stream().filter(parts).limit(most - first.size()).toList();
    left.forEach(part -> draft.put(new Change.Part(run.id, part.planId(), part.i(), null)));
    return first.size() + left.size();
  }

  /** The first by their ids, in whatever order a run holds them. */
  private static Set<String> first(RunState run, int most, Predicate<NodeEntry> which) {
    TreeSet<String> first = new TreeSet<>();
    for (NodeEntry entry : run.entries()) {
      boolean fits = first.size() < most || entry.id.compareTo(first.last()) < 0;
      if (fits && which.test(entry)) {
        first.add(entry.id);
        if (first.size() > most) {
          first.pollLast();
        }
      }
    }
    return first;
  }

  private static void forget(Draft draft) {
    if (!Surplus.stands(draft.state.runStates(), draft.settings)) {
      return;
    }
    List<RunState> ended =
        draft.state.runStates().stream()
            .filter(Surplus::isOver)
            .sorted(
                Comparator.comparing((RunState run) -> endedAt(run.written()))
                    .thenComparingLong(run -> run.written().identity().queuedAt())
                    .reversed())
            .toList();
    int remembered = 0;
    int documents = 0;
    long bytes = 0;
    int left = draft.settings.sweep();
    for (RunState run : ended) {
      if (run.submission() != null) {
        documents++;
        bytes += run.submissionSize();
        if (documents > Surplus.SUBMISSIONS_KEPT || bytes > Surplus.keptBytes(draft.settings)) {
          bytes -= run.submissionSize();
          draft.put(new Change.Submission(run.id, null));
        }
      }
      if (run.isBare() && ++remembered > draft.settings.rememberedRuns() && left > 0) {
        left--;
        forget(draft, run);
      }
    }
  }

  private static void forget(Draft draft, RunState run) {
    Stop stop = run.written().stop();
    if (run.submission() != null) {
      draft.put(new Change.Submission(run.id, null));
    }
    draft.put(new Change.Run(run.id, null));
    if (stop == Stop.UNLOCKED || stop == Stop.QUARANTINED) {
      draft.send(new Command.ClearControl(run.id));
    }
  }

  private static Instant endedAt(Run run) {
    return run.end() == null ? Instant.EPOCH : run.end().at();
  }
}
