package io.sluice.machine.follow;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.graph.Surplus;
import io.sluice.machine.graph.View;
import io.sluice.machine.rule.Leftovers;
import io.sluice.machine.run.Run;
import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Command;
import io.sluice.model.record.RunRecord.Stop;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Takes away what ended runs and plans leave behind, a little at a time, and forgets the oldest of
 * them.
 */
final class Sweeping {
  private Sweeping() {}

  static Decision sweep(View view) {
    int most = view.settings().sweep() - view.doneLocally();
    List<Fact> swept = new ArrayList<>();
    List<RunState> leaving = new ArrayList<>();
    for (RunState run : view.state().runStates()) {
      int left = most - swept.size();
      if (left > 0 && run.hasLeftovers()) {
        swept.addAll(
            Leftovers.takeAway(
                run, left, node -> node.stored() && !node.inDoubt(), part -> !part.isUnresolved()));
      } else if (left > 0 && run.isLeaving()) {
        leaving.add(run);
        swept.addAll(Leftovers.takeAway(run, left));
      }
    }
    return Decision.all(swept)
        .then(() -> Decision.all(forgotten(view)))
        .then(
            () ->
                leaving.stream().allMatch(RunState::isLeaving)
                    ? Decision.nothing()
                    : new Fact.HoldsChanged());
  }

  private static List<Fact> forgotten(View view) {
    if (!Surplus.stands(view.state().runStates(), view.settings())) {
      return List.of();
    }
    List<RunState> ended =
        view.state().runStates().stream()
            .filter(Surplus::isOver)
            .sorted(
                Comparator.comparing((RunState run) -> endedAt(run.written()))
                    .thenComparingLong(run -> run.written().identity().queuedAt())
                    .reversed())
            .toList();
    List<Fact> forgotten = new ArrayList<>();
    int remembered = 0;
    int documents = 0;
    int answers = 0;
    long answered = 0;
    long bytes = 0;
    int left = view.settings().sweep();
    for (RunState run : ended) {
      boolean documented = run.submission() != null;
      if (documented) {
        documents++;
        bytes += run.submissionSize();
        if (documents > Surplus.SUBMISSIONS_KEPT || bytes > Surplus.keptBytes(view.settings())) {
          bytes -= run.submissionSize();
          forgotten.add(new Fact.Kept(new Change.Submission(run.id, null)));
          documented = false;
        }
      }
      if (run.keepsAnswers()) {
        answers++;
        answered += run.answersSize();
        if (Surplus.areTooMany(answers, answered, view.settings()) && left > 0) {
          List<Fact> taken = Leftovers.takeAway(run, left);
          left -= taken.size();
          forgotten.addAll(taken);
        }
      }
      if (run.isBare() && ++remembered > view.settings().rememberedRuns() && left > 0) {
        left--;
        forget(run, documented, forgotten);
      }
    }
    return forgotten;
  }

  private static void forget(RunState run, boolean documented, List<Fact> forgotten) {
    if (documented) {
      forgotten.add(new Fact.Kept(new Change.Submission(run.id, null)));
    }
    forgotten.add(new Fact.Kept(new Change.Run(run.id, null)));
    Stop stop = run.written().stop();
    if (stop == Stop.UNLOCKED || stop == Stop.QUARANTINED) {
      forgotten.add(new Fact.Ordered(new Command.ClearControl(run.id)));
    }
  }

  private static Instant endedAt(Run run) {
    return run.end() == null ? Instant.EPOCH : run.end().at();
  }
}
