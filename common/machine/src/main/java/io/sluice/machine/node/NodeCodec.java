package io.sluice.machine.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.Phase;
import io.sluice.model.TaskError;
import io.sluice.model.record.NodeRecord;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A state as it is stored. Only here does a field of the record mean two things: of what was given
 * back, {@code incarnation} is the claim that had it; of an expanded placeholder, {@code claimId}
 * is the plan of its instances.
 */
public final class NodeCodec {
  private NodeCodec() {}

  public static NodeRecord encode(NodeState state) {
    Tries tries = state.tries();
    Operation operation = state.operation();
    return NodeRecord.of(
        draft -> {
          draft.status = state.status();
          draft.attempt = tries.attempt();
          draft.failures = tries.failures();
          draft.recoveries = tries.recoveries();
          draft.token = operation.token();
          draft.claimId =
              state instanceof NodeState.Expanded expanded ? expanded.planId() : state.claimId();
          draft.incarnation = state.incarnation();
          draft.phase = phase(state);
          draft.recovering = operation.mayHaveHappened();
          draft.recoverAfter = operation.provenAfter();
          draft.deadline = state.deadline();
          draft.dueAt = state instanceof NodeState.Waiting waiting ? waiting.dueAt() : null;
          draft.error = state.error();
          draft.outputs = outputs(state);
          draft.reason = state.why();
          draft.askedAt = state instanceof NodeState.Asked asked ? asked.at() : 0;
          draft.absent = operation.absent();
          draft.callers = operation.callers();
        });
  }

  private static @Nullable JsonNode outputs(NodeState state) {
    return switch (state) {
      case NodeState.Succeeded succeeded -> succeeded.outputs();
      case NodeState.Expanded expanded -> expanded.outputs();
      default -> null;
    };
  }

  private static @Nullable Phase phase(NodeState state) {
    if (state instanceof NodeState.Leased leased) {
      return leased.lease().phase();
    }
    return state instanceof NodeState.Returned ? Phase.CALLING : null;
  }

  /** A record of another build becomes the nearest state of its status. */
  public static NodeState decode(NodeRecord record) {
    Tries tries = new Tries(record.attempt(), record.failures(), record.recoveries());
    Operation operation =
        new Operation(
            record.token(),
            record.recovering(),
            record.recoverAfter(),
            record.absent(),
            record.callers());
    return switch (record.status()) {
      case READY -> new NodeState.Ready(tries, operation, record.error(), record.reason());
      case WAITING ->
          record.dueAt() == null
              ? new NodeState.Unapproved(record.attempt(), record.reason())
              : new NodeState.Waiting(
                  tries, operation, record.dueAt(), record.error(), record.reason());
      case DISPATCHED -> dispatched(record, tries, operation);
      case STARTED ->
          new NodeState.Leased(
              tries,
              operation,
              new Lease(
                  Objects.requireNonNullElse(record.claimId(), ""),
                  Objects.requireNonNullElse(record.incarnation(), ""),
                  Objects.requireNonNullElse(record.phase(), Phase.CALLING),
                  record.deadline()));
      case EXPANDED ->
          new NodeState.Expanded(
              record.attempt(), Objects.requireNonNullElse(record.claimId(), ""), record.outputs());
      case SUCCEEDED -> new NodeState.Succeeded(tries, record.claimId(), record.outputs());
      case FAILED -> new NodeState.Failed(tries, operation, error(record, ErrorClass.PERMANENT));
      case CANCELLED -> new NodeState.Cancelled(tries, operation, record.reason());
      case IN_DOUBT ->
          new NodeState.InDoubt(
              tries,
              operation.inDoubt(),
              record.claimId(),
              record.incarnation(),
              error(record, ErrorClass.IN_DOUBT));
      // Both follow from the node's neighbours, and are never written.
      case PENDING, SKIPPED -> NodeState.None.INSTANCE;
    };
  }

  private static NodeState dispatched(NodeRecord record, Tries tries, Operation operation) {
    if (record.phase() == Phase.CALLING) {
      return new NodeState.Returned(
          tries, operation, record.incarnation(), record.deadline(), record.reason());
    }
    return record.token() == null && record.claimId() == null
        ? new NodeState.Asked(record.attempt(), record.recoveries(), record.askedAt())
        : new NodeState.Dispatched(tries, operation);
  }

  private static TaskError error(NodeRecord record, ErrorClass otherwise) {
    TaskError error = record.error();
    return error != null
        ? error
        : new TaskError(
            otherwise,
            ErrorCode.of("unknown"),
            Objects.requireNonNullElse(record.reason(), ""),
            null);
  }
}
