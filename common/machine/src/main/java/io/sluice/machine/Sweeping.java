package io.sluice.machine;

import io.sluice.machine.RunState.PartKey;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.RunRecord.Stop;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Takes away what ended runs leave behind, a little at a time, and forgets the oldest of them. */
final class Sweeping {
  /** Documents kept so that a run can be tried again. */
  private static final int SUBMISSIONS_KEPT = 10;

  private Sweeping() {}

  static void sweep(Draft draft) {
    int left = draft.settings.sweep();
    for (RunState run : draft.state.runStates()) {
      if (left > 0 && run.hasLeftovers()) {
        left -= sweep(draft, run, left);
      }
    }
    forget(draft);
  }

  /** Takes the part of a node in doubt away when nothing in it is in doubt any more. */
  static void dropResolved(Draft draft, RunState run) {
    boolean doubts =
        run.entries.values().stream()
            .anyMatch(e -> e.record != null && e.record.status() == NodeStatus.IN_DOUBT);
    if (!doubts && !run.active()) {
      for (PartKey part : List.copyOf(run.parts.keySet())) {
        if (part.planId().equals(RunState.UNRESOLVED)) {
          draft.put(new Change.RemovePart(run.id, part.planId(), part.i()));
        }
      }
    }
  }

  private static int sweep(Draft draft, RunState run, int most) {
    List<String> nodes =
        run.entries.values().stream()
            .filter(e -> e.record != null && e.record.status() != NodeStatus.IN_DOUBT)
            .map(e -> e.id)
            .limit(most)
            .toList();
    nodes.forEach(node -> draft.put(new Change.RemoveNode(run.id, node)));
    List<PartKey> parts =
        run.parts.keySet().stream()
            .filter(part -> !part.planId().equals(RunState.UNRESOLVED))
            .limit(most - nodes.size())
            .toList();
    parts.forEach(part -> draft.put(new Change.RemovePart(run.id, part.planId(), part.i())));
    return nodes.size() + parts.size();
  }

  private static void forget(Draft draft) {
    List<RunState> ended =
        draft.state.runStates().stream()
            .filter(run -> !run.active() && !run.hasLeftovers())
            .sorted(Comparator.comparing((RunState run) -> endedAt(run.record())).reversed())
            .toList();
    for (int i = SUBMISSIONS_KEPT; i < ended.size(); i++) {
      RunState run = ended.get(i);
      if (run.submission != null) {
        draft.put(new Change.RemoveSubmission(run.id));
      }
      if (i >= draft.settings.rememberedRuns() && run.parts.isEmpty() && run.entries.isEmpty()) {
        RunRecord record = run.record();
        draft.put(new Change.RemoveRun(run.id));
        Stop stop = record.stop();
        if (stop == Stop.UNLOCKED || stop == Stop.QUARANTINED) {
          draft.send(new Command.ClearControl(run.id));
        }
      }
    }
  }

  private static Instant endedAt(RunRecord record) {
    return Objects.requireNonNullElse(record.endedAt(), Instant.EPOCH);
  }
}
