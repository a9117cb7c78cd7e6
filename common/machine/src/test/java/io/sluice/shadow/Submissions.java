package io.sluice.shadow;

import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.Order.Retry;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.WorkspaceRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs as they come in. The same id twice is one run. */
final class Submissions {
  /** Each waits with its document. */
  private static final int MOST_ACTIVE = 1_000;

  private Submissions() {}

  static void submitted(Draft draft, Submitted submitted) {
    if (draft.state.runState(submitted.run()) != null) {
      return;
    }
    RunDraft run = draft.create(record(draft, submitted));
    draft.put(new Change.PutSubmission(submitted));
    draft.tell(run, EventKind.RUN_SUBMITTED, "Run " + submitted.run() + " submitted");
    Optional<String> wrong = wrongRoot(draft, run).or(() -> crowded(draft));
    if (wrong.isPresent()) {
      Endings.refuse(draft, run, List.of(wrong.get()));
      return;
    }
    ClaimQueue.grant(draft);
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
  static void retry(Draft draft, Retry retry) {
    if (draft.state.runState(retry.again()) != null) {
      return;
    }
    RunDraft old = draft.edit(retry.run());
    if (old == null || !old.told() || old.run.submission == null) {
      draft.tellUnknown(
          retry.again(),
          EventKind.REFUSED,
          "Run " + retry.run() + whyNot(old) + ": nothing to retry");
      return;
    }
    Submitted was = old.run.submission;
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

  private static String whyNot(@Nullable RunDraft old) {
    if (old == null) {
      return " is no longer known";
    }
    if (!old.told()) {
      return " has not ended";
    }
    return old.outcome == RunOutcome.SUCCEEDED ? " has succeeded" : " is too old";
  }

  /** Why this run may not go on in this workspace, if another root belongs to it. */
  static Optional<String> wrongRoot(Draft draft, RunDraft run) {
    String remembered = draft.state.workspaceRecord().map(WorkspaceRecord::root).orElse(null);
    String root = run.before.root();
    if (root == null
        || remembered == null
        || root.equals(remembered)
        || run.options.adoptWorkspace()) {
      return Optional.empty();
    }
    return Optional.of(
        "workspace "
            + draft.state.workspace()
            + " belongs to "
            + remembered
            + ", not to "
            + root
            + "; use --workspace, or --adopt-workspace");
  }

  private static RunRecord record(Draft draft, Submitted submitted) {
    return new RunRecord(
        submitted.run(),
        draft.state.workspace(),
        submitted.kind(),
        RunPhase.QUEUED,
        null,
        submitted.options(),
        submitted.by(),
        submitted.root(),
        draft.moment.offset(),
        null,
        submitted.options().targets(),
        0,
        null,
        List.of(),
        0,
        null,
        false,
        null,
        false,
        0,
        submitted.options().parallelism(),
        Map.of(),
        RunCounts.NONE,
        0,
        draft.moment.now(),
        null,
        null,
        List.of(),
        List.of(),
        List.of());
  }
}
