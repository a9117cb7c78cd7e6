package io.sluice.shadow;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.task.Attempt;
import io.sluice.model.Phase;
import io.sluice.model.TaskError;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The steps of a node's record, one method each. */
final class Nodes {
  static final NodeRecord NEW =
      new NodeRecord(
          NodeStatus.PENDING,
          0,
          0,
          0,
          null,
          null,
          null,
          null,
          false,
          null,
          null,
          null,
          null,
          null,
          null);

  private Nodes() {}

  static NodeRecord dispatched(NodeRecord was, Attempt attempt) {
    return new NodeRecord(
        NodeStatus.DISPATCHED,
        attempt.number(),
        was.failures(),
        was.recoveries(),
        attempt.token(),
        null,
        null,
        null,
        attempt.recovering(),
        attempt.recoverAfter(),
        null,
        null,
        null,
        null,
        null,
        0,
        attempt.absent());
  }

  static NodeRecord started(
      NodeRecord was, String claimId, String incarnation, Phase phase, @Nullable Instant deadline) {
    return new NodeRecord(
        NodeStatus.STARTED,
        was.attempt(),
        was.failures(),
        was.recoveries(),
        was.token(),
        claimId,
        incarnation,
        phase,
        was.recovering(),
        was.recoverAfter(),
        deadline,
        null,
        null,
        null,
        null);
  }

  /**
   * Still out, but nobody is known to hold it: its task comes to another worker, or has come to one
   * whose Started was not taken; the phase is kept to tell this from a task that nobody touched.
   * The claim that gave it back stands where its worker stood: a Started of it that comes late, or
   * twice, makes no lease again.
   */
  static NodeRecord unclaimed(NodeRecord was, String reason) {
    return new NodeRecord(
        NodeStatus.DISPATCHED,
        was.attempt(),
        was.failures(),
        was.recoveries(),
        was.token(),
        null,
        was.claimId(),
        Phase.CALLING,
        was.recovering(),
        was.recoverAfter(),
        was.deadline(),
        null,
        was.error(),
        null,
        reason);
  }

  /** Free again, its attempt over: the next one goes on with the same token. */
  static NodeRecord ready(NodeRecord was, @Nullable String reason) {
    return rest(was, NodeStatus.READY, was.failures(), null, was.error(), reason);
  }

  static NodeRecord waiting(
      NodeRecord was, int failures, Instant dueAt, @Nullable TaskError error, String reason) {
    return rest(was, NodeStatus.WAITING, failures, dueAt, error, reason);
  }

  /** Free again, but an attempt of this token may have happened. */
  static NodeRecord recovering(NodeRecord was, @Nullable Instant recoverAfter, String reason) {
    return new NodeRecord(
        NodeStatus.READY,
        was.attempt(),
        was.failures(),
        was.recoveries() + 1,
        was.token(),
        null,
        null,
        null,
        true,
        recoverAfter,
        null,
        null,
        was.error(),
        null,
        reason);
  }

  /** As it is, but an attempt that is over may have happened after all. */
  static NodeRecord doubted(NodeRecord was) {
    return new NodeRecord(
        was.status(),
        was.attempt(),
        was.failures(),
        was.recoveries(),
        was.token(),
        was.claimId(),
        was.incarnation(),
        was.phase(),
        true,
        was.recoverAfter(),
        was.deadline(),
        was.dueAt(),
        was.error(),
        was.outputs(),
        was.reason());
  }

  /** Given back by nobody, and nothing began: counted, so that it can't go on for ever. */
  static NodeRecord unbegun(NodeRecord was, String reason) {
    NodeRecord ready = ready(was, reason);
    return new NodeRecord(
        ready.status(),
        ready.attempt(),
        ready.failures(),
        ready.recoveries() + 1,
        ready.token(),
        null,
        null,
        null,
        ready.recovering(),
        ready.recoverAfter(),
        null,
        null,
        ready.error(),
        null,
        reason);
  }

  static NodeRecord succeeded(
      NodeRecord was, @Nullable String claimId, @Nullable JsonNode outputs) {
    return new NodeRecord(
        NodeStatus.SUCCEEDED,
        was.attempt(),
        was.failures(),
        was.recoveries(),
        null,
        claimId,
        null,
        null,
        false,
        null,
        null,
        null,
        null,
        outputs,
        null);
  }

  /** The planner is asked what the placeholder becomes; {@code unanswered} times in vain before. */
  static NodeRecord asked(NodeRecord was, int unanswered, long at) {
    return new NodeRecord(
        NodeStatus.DISPATCHED,
        was.attempt() + 1,
        0,
        unanswered,
        null,
        null,
        null,
        null,
        false,
        null,
        null,
        null,
        null,
        null,
        null,
        at,
        false);
  }

  static NodeRecord expanded(NodeRecord was, String planId) {
    return new NodeRecord(
        NodeStatus.EXPANDED,
        was.attempt(),
        0,
        0,
        null,
        planId,
        null,
        null,
        false,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  static NodeRecord ended(
      NodeRecord was, NodeStatus status, @Nullable TaskError error, String reason) {
    return rest(was, status, was.failures(), null, error, reason);
  }

  static NodeRecord shown(NodeRecord was, NodeStatus standing, @Nullable String reason) {
    return rest(was, standing, was.failures(), null, was.error(), reason);
  }

  /** A new operation: what went before is certainly not done. */
  static NodeRecord renewed(NodeRecord was, String reason) {
    return new NodeRecord(
        NodeStatus.READY,
        was.attempt(),
        0,
        0,
        null,
        null,
        null,
        null,
        false,
        null,
        null,
        null,
        null,
        null,
        reason);
  }

  private static NodeRecord rest(
      NodeRecord was,
      NodeStatus status,
      int failures,
      @Nullable Instant dueAt,
      @Nullable TaskError error,
      @Nullable String reason) {
    boolean inDoubt = status == NodeStatus.IN_DOUBT;
    return new NodeRecord(
        status,
        was.attempt(),
        failures,
        was.recoveries(),
        was.token(),
        inDoubt ? was.claimId() : null,
        inDoubt ? was.incarnation() : null,
        null,
        was.recovering() || inDoubt,
        was.recoverAfter(),
        null,
        dueAt,
        error,
        null,
        reason);
  }
}
