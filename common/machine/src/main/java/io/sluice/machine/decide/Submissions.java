package io.sluice.machine.decide;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.WorkspaceRoot;
import io.sluice.machine.run.End;
import io.sluice.machine.run.Identity;
import io.sluice.machine.run.Run;
import io.sluice.machine.stored.Change;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.Order.Retry;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunOutcome;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Accepts submitted runs. The same id twice is one run. */
public final class Submissions {
  /** Each of them keeps its document while it waits. */
  private static final int MOST_ACTIVE = 1_000;

  private Submissions() {}

  public static Decision submitted(View view, Submitted submitted) {
    String id = submitted.run();
    if (view.state().runState(id) != null) {
      return Decision.nothing();
    }
    return Decision.of(
            new Fact.RunBegan(begun(view, submitted)),
            new Fact.Kept(new Change.Submission(submitted)))
        .then(() -> begin(view, Objects.requireNonNull(view.run(id), "the run was not kept")));
  }

  private static Decision begin(View view, RunView run) {
    Decision told = new Fact.RunNoted(run, new RunNote.Submitted());
    Optional<String> wrong = WorkspaceRoot.wrong(view, run).or(() -> crowded(view));
    return wrong
        .map(why -> told.and(Endings.refuse(view, run, List.of(why))))
        .orElseGet(() -> told.and(new Fact.HoldsChanged()));
  }

  private static Optional<String> crowded(View view) {
    int active = view.state().activeRuns().size();
    return active <= MOST_ACTIVE
        ? Optional.empty()
        : Optional.of(
            MOST_ACTIVE
                + " runs of the workspace have not ended: wait until some have, or cancel some");
  }

  /** Submits the document of a failed run again; what succeeded has nothing left to do. */
  public static Decision retry(View view, Retry retry) {
    if (view.state().runState(retry.again()) != null) {
      return Decision.nothing();
    }
    RunView old = view.run(retry.run());
    Submitted was = old == null || !old.now().told() ? null : old.run().submission();
    if (was == null) {
      return new Fact.UnknownRunNoted(
          retry.again(), new RunNote.NothingToRetry(retry.run(), whyNot(old)));
    }
    return submitted(
        view,
        new Submitted(
            retry.again(),
            was.workspace(),
            was.kind(),
            was.document(),
            again(was.options()),
            was.root(),
            retry.by()));
  }

  /** The approved plan was carried out in part: what is left is a different plan. */
  private static RunOptions again(RunOptions was) {
    return was.approvedHash() == null ? was : was.awaitingApproval();
  }

  private static String whyNot(@Nullable RunView old) {
    if (old == null) {
      return "is no longer known";
    }
    End end = old.now().end();
    if (end == null) {
      return "has not ended";
    }
    return end.outcome() == RunOutcome.SUCCEEDED ? "has succeeded" : "is too old";
  }

  private static Run begun(View view, Submitted submitted) {
    return Run.submitted(
        new Identity(
            submitted.run(),
            view.workspace(),
            submitted.kind(),
            submitted.options(),
            submitted.by(),
            submitted.root(),
            view.context().offset(),
            view.context().now()));
  }
}
