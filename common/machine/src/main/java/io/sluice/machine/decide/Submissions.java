package io.sluice.machine.decide;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.rule.Endings;
import io.sluice.machine.rule.WorkspaceRoot;
import io.sluice.machine.run.Identity;
import io.sluice.machine.run.Run;
import io.sluice.machine.stored.Change;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.Order.Retry;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunOutcome;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs as they come in. The same id twice is one run. */
public final class Submissions {
  /** Each waits with its document. */
  private static final int MOST_ACTIVE = 1_000;

  private Submissions() {}

  public static void submitted(Draft draft, Submitted submitted) {
    if (draft.state.runState(submitted.run()) != null) {
      return;
    }
    RunEdit run = draft.create(begun(draft, submitted));
    draft.put(new Change.Submission(submitted));
    draft.tell(run, EventKind.RUN_SUBMITTED, "Run " + submitted.run() + " submitted");
    Optional<String> wrong = WorkspaceRoot.wrong(draft, run).or(() -> crowded(draft));
    if (wrong.isPresent()) {
      Endings.refuse(draft, run, List.of(wrong.get()));
      return;
    }
    draft.holdsChanged();
  }

  private static Optional<String> crowded(Draft draft) {
    int active = draft.state.activeRuns().size();
    return active <= MOST_ACTIVE
        ? Optional.empty()
        : Optional.of(
            MOST_ACTIVE
                + " runs of the workspace have not ended: wait until some have, or cancel some");
  }

  /** The document of a run that did not succeed, once more: what succeeded has nothing to do. */
  public static void retry(Draft draft, Retry retry) {
    if (draft.state.runState(retry.again()) != null) {
      return;
    }
    RunEdit old = draft.edit(retry.run());
    if (old == null || !old.now().told() || old.run.submission() == null) {
      draft.tellUnknown(
          retry.again(),
          EventKind.REFUSED,
          "Run " + retry.run() + whyNot(old) + ": nothing to retry");
      return;
    }
    Submitted was = old.run.submission();
    submitted(
        draft,
        new Submitted(
            retry.again(),
            was.workspace(),
            was.kind(),
            was.document(),
            again(was.options()),
            was.root(),
            retry.by()));
  }

  /** What was agreed to has been done in part: what is left is another plan. */
  private static RunOptions again(RunOptions was) {
    return new RunOptions(
        was.parallelism(),
        was.onFailure(),
        was.targets(),
        was.refresh(),
        was.approval(),
        null,
        was.adoptWorkspace(),
        was.allowEmpty(),
        was.excludes(),
        was.replaces());
  }

  private static String whyNot(@Nullable RunEdit old) {
    if (old == null) {
      return " is no longer known";
    }
    if (!old.now().told()) {
      return " has not ended";
    }
    return old.end().outcome() == RunOutcome.SUCCEEDED ? " has succeeded" : " is too old";
  }

  private static Run begun(Draft draft, Submitted submitted) {
    return Run.submitted(
        new Identity(
            submitted.run(),
            draft.state.workspace(),
            submitted.kind(),
            submitted.options(),
            submitted.by(),
            submitted.root(),
            draft.moment.offset(),
            draft.moment.now()));
  }
}
