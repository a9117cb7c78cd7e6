package io.sluice.shadow;

import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
import io.sluice.model.message.EventKind;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunRecord.Stop;
import java.time.Duration;
import java.time.Instant;

/** What an error means for its node, and for the run. */
final class Failures {
  /** Whatever a provider or a policy asks for. */
  static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private Failures() {}

  /** Final: what depends on the node is skipped, and with {@code stop} nothing more leaves. */
  static void fail(Draft draft, RunDraft run, NodeEntry entry, TaskError error) {
    draft.put(entry, Nodes.ended(entry.known(), NodeStatus.FAILED, error, error.message()));
    Events.failed(draft, run, entry, error, null);
    Events.skipped(draft, run);
    boolean stops =
        run.options.onFailure() == OnFailure.STOP || error.errorClass() == ErrorClass.FATAL;
    if (stops && !run.stopping()) {
      Controls.stop(draft, run, Stop.FAILURE, entry.id + " failed");
    }
  }

  /** An attempt that certainly did nothing; it may be made again. */
  static void retry(Draft draft, RunDraft run, NodeEntry entry, TaskError error) {
    NodeRecord record = entry.known();
    int failures = record.failures() + 1;
    RetryPolicy policy =
        entry.planned().retry() == null ? draft.settings.retry() : entry.planned().retry();
    if (run.stopping() || failures >= policy.attempts()) {
      failFor(draft, run, entry, error);
      return;
    }
    Instant dueAt = draft.moment.now().plus(delay(policy, failures, error, draft.moment.jitter()));
    draft.put(entry, Nodes.waiting(record, failures, dueAt, error, error.message()));
    Events.retrying(draft, run, entry, error, dueAt);
  }

  /** While an earlier attempt may have happened, a failed look proves nothing about it. */
  static void failFor(Draft draft, RunDraft run, NodeEntry entry, TaskError error) {
    if (entry.known().recovering() && entry.planned().repeat() != RepeatClass.PURE) {
      Doubts.leave(draft, run, entry, "an earlier attempt may have happened: " + error.message());
    } else {
      fail(draft, run, entry, error);
    }
  }

  /** The attempt is over and did nothing; it does not count. */
  static void giveBack(Draft draft, RunDraft run, NodeEntry entry, String reason) {
    if (!run.stopping()) {
      draft.put(entry, Nodes.ready(entry.known(), reason));
    } else {
      drop(draft, run, entry, reason);
    }
  }

  /** A node of a stopping run that nobody has any more. */
  static void drop(Draft draft, RunDraft run, NodeEntry entry, String reason) {
    if (entry.known().recovering() && entry.planned().repeat() != RepeatClass.PURE) {
      Doubts.leave(draft, run, entry, "the run stopped before an earlier attempt was settled");
      return;
    }
    draft.put(entry, Nodes.ended(entry.known(), NodeStatus.CANCELLED, null, reason));
    Events.because(draft, run, EventKind.NODE_SKIPPED, entry, "cancelled: " + reason);
    Events.skipped(draft, run);
  }

  /** Full jitter below a bound that doubles; never earlier than the provider asked for. */
  static Duration delay(RetryPolicy policy, int failures, TaskError error, long jitter) {
    long base = Math.max(1, shortened(policy.base()).toMillis());
    long max = Math.max(base, shortened(policy.max()).toMillis());
    long bound = Math.min(max, base << Math.min(failures - 1, 30));
    Duration spread = Duration.ofMillis(Math.floorMod(jitter, bound) + 1);
    Duration asked = error.retryAfter() == null ? null : shortened(error.retryAfter());
    return asked != null && asked.compareTo(spread) > 0 ? asked : spread;
  }

  private static Duration shortened(Duration asked) {
    return asked.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : asked;
  }
}
