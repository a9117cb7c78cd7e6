package io.sluice.shadow;

import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.transition.Command;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.RunRecord.Stop;
import io.sluice.shadow.RunState.PartKey;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Takes away what ended runs and plans leave behind, a little at a time, and forgets the oldest of
 * them.
 */
final class Sweeping {
  /** Documents kept so that a run can be tried again. */
  private static final int SUBMISSIONS_KEPT = 10;

  /** Of the largest document: what those that are kept may take together. */
  private static final int KEPT_SHARE = 4;

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
      ClaimQueue.grant(draft);
    }
  }

  /** Takes the part of a node in doubt away when nothing in it is in doubt any more. */
  static void dropResolved(Draft draft, RunState run) {
    boolean doubts =
        run.entries.values().stream()
            .anyMatch(e -> e.record != null && e.record.status() == NodeStatus.IN_DOUBT);
    if (!doubts && !run.active()) {
      for (PartKey part : List.copyOf(run.parts.keySet())) {
        if (part.planId().equals(RecordKeys.UNRESOLVED)) {
          draft.put(new Change.RemovePart(run.id, part.planId(), part.i()));
        }
      }
    }
  }

  /** What a plan that a run has left wrote; it is planned again when all of it is gone. */
  static int takeAway(Draft draft, RunState run, int most) {
    List<String> nodes =
        run.entries.values().stream()
            .filter(entry -> entry.record != null)
            .map(entry -> entry.id)
            .sorted()
            .limit(most)
            .toList();
    nodes.forEach(node -> draft.put(new Change.RemoveNode(run.id, node)));
    List<PartKey> parts = run.parts.keySet().stream().limit(most - nodes.size()).toList();
    parts.forEach(part -> draft.put(new Change.RemovePart(run.id, part.planId(), part.i())));
    return nodes.size() + parts.size();
  }

  private static int sweep(Draft draft, RunState run, int most) {
    List<String> nodes =
        run.entries.values().stream()
            .filter(e -> e.record != null && e.record.status() != NodeStatus.IN_DOUBT)
            .map(e -> e.id)
            .sorted()
            .limit(most)
            .toList();
    nodes.forEach(node -> draft.put(new Change.RemoveNode(run.id, node)));
    List<PartKey> parts =
        run.parts.keySet().stream()
            .filter(part -> !part.planId().equals(RecordKeys.UNRESOLVED))
            .limit(most - nodes.size())
            .toList();
    parts.forEach(part -> draft.put(new Change.RemovePart(run.id, part.planId(), part.i())));
    return nodes.size() + parts.size();
  }

  /** Whether ended runs are remembered, or their documents kept, beyond what was agreed. */
  static boolean surplus(Collection<RunState> runs, MachineSettings settings) {
    int forgettable = 0;
    int documents = 0;
    long bytes = 0;
    for (RunState run : runs) {
      if (isOver(run)) {
        forgettable += run.parts.isEmpty() && run.entries.isEmpty() ? 1 : 0;
        documents += run.submission == null ? 0 : 1;
        bytes += run.submissionSize();
      }
    }
    return forgettable > settings.rememberedRuns()
        || documents > SUBMISSIONS_KEPT
        || bytes > keptBytes(settings);
  }

  private static long keptBytes(MachineSettings settings) {
    return settings.limits().bytes().submission() / KEPT_SHARE;
  }

  private static boolean isOver(RunState run) {
    return run.recorded() && !run.active() && !run.hasLeftovers();
  }

  private static void forget(Draft draft) {
    if (!surplus(draft.state.runStates(), draft.settings)) {
      return;
    }
    List<RunState> ended =
        draft.state.runStates().stream()
            .filter(Sweeping::isOver)
            .sorted(
                Comparator.comparing((RunState run) -> endedAt(run.record()))
                    .thenComparing(run -> run.record().queuedAt())
                    .reversed())
            .toList();
    int remembered = 0;
    int documents = 0;
    long bytes = 0;
    int left = draft.settings.sweep();
    for (RunState run : ended) {
      if (run.submission != null) {
        documents++;
        bytes += run.submissionSize();
        if (documents > SUBMISSIONS_KEPT || bytes > keptBytes(draft.settings)) {
          bytes -= run.submissionSize();
          draft.put(new Change.RemoveSubmission(run.id));
        }
      }
      boolean needed = !run.parts.isEmpty() || !run.entries.isEmpty();
      if (!needed && ++remembered > draft.settings.rememberedRuns() && left > 0) {
        left--;
        forget(draft, run);
      }
    }
  }

  private static void forget(Draft draft, RunState run) {
    Stop stop = run.record().stop();
    if (run.submission != null) {
      draft.put(new Change.RemoveSubmission(run.id));
    }
    draft.put(new Change.RemoveRun(run.id));
    if (stop == Stop.UNLOCKED || stop == Stop.QUARANTINED) {
      draft.send(new Command.ClearControl(run.id));
    }
  }

  private static Instant endedAt(RunRecord record) {
    return Objects.requireNonNullElse(record.endedAt(), Instant.EPOCH);
  }
}
