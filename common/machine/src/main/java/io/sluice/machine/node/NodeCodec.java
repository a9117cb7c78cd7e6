package io.sluice.machine.node;

import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.Phase;
import io.sluice.model.TaskError;
import io.sluice.model.record.NodeRecord;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A state as it is stored. Where a field of the record means two things it does so here alone: of
 * what was given back, {@code incarnation} is the claim that had it; of an expanded placeholder,
 * {@code claimId} is the plan of its instances.
 */
public final class NodeCodec {
  private NodeCodec() {}

  public static NodeRecord encode(NodeState state) {
    Tries tries = state.tries();
    Operation operation = state.operation();
    return new NodeRecord(
        state.status(),
        tries.attempt(),
        tries.failures(),
        tries.recoveries(),
        state.token(),
        state instanceof NodeState.Expanded expanded ? expanded.planId() : state.claimId(),
        incarnation(state),
        phase(state),
        operation != null && operation.mayHaveHappened(),
        state.provenAfter(),
        state.deadline(),
        state instanceof NodeState.Waiting waiting ? waiting.dueAt() : null,
        state.error(),
        state instanceof NodeState.Succeeded succeeded ? succeeded.outputs() : null,
        state.why(),
        state instanceof NodeState.Asked asked ? asked.at() : 0,
        operation != null && operation.absent());
  }

  private static @Nullable String incarnation(NodeState state) {
    return switch (state) {
      case NodeState.Leased leased -> leased.lease().incarnation();
      case NodeState.Returned returned -> returned.former();
      case NodeState.InDoubt doubt -> doubt.incarnation();
      case NodeState.None none -> null;
      case NodeState.Ready ready -> null;
      case NodeState.Waiting waiting -> null;
      case NodeState.Dispatched dispatched -> null;
      case NodeState.Asked asked -> null;
      case NodeState.Expanded expanded -> null;
      case NodeState.Succeeded succeeded -> null;
      case NodeState.Failed failed -> null;
      case NodeState.Cancelled cancelled -> null;
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
    Operation operation = record.token() == null && !record.recovering() ? null : operation(record);
    return switch (record.status()) {
      case READY -> new NodeState.Ready(tries, operation, record.error(), record.reason());
      case WAITING ->
          new NodeState.Waiting(
              tries,
              operation(record),
              Objects.requireNonNullElse(record.dueAt(), Instant.EPOCH),
              record.error(),
              record.reason());
      case DISPATCHED -> dispatched(record, tries);
      case STARTED ->
          new NodeState.Leased(
              tries,
              operation(record),
              new Lease(
                  Objects.requireNonNullElse(record.claimId(), ""),
                  Objects.requireNonNullElse(record.incarnation(), ""),
                  Objects.requireNonNullElse(record.phase(), Phase.CALLING),
                  record.deadline()));
      case EXPANDED ->
          new NodeState.Expanded(
              record.attempt(), Objects.requireNonNullElse(record.claimId(), ""));
      case SUCCEEDED -> new NodeState.Succeeded(tries, record.claimId(), record.outputs());
      case FAILED -> new NodeState.Failed(tries, operation, error(record, ErrorClass.PERMANENT));
      case CANCELLED -> new NodeState.Cancelled(tries, operation, record.reason());
      case IN_DOUBT ->
          new NodeState.InDoubt(
              tries,
              Operation.inDoubt(operation(record)),
              record.claimId(),
              record.incarnation(),
              error(record, ErrorClass.IN_DOUBT));
      // Both follow from the node's neighbours, and nobody writes them.
      case PENDING, SKIPPED -> NodeState.None.INSTANCE;
    };
  }

  private static NodeState dispatched(NodeRecord record, Tries tries) {
    if (record.phase() == Phase.CALLING) {
      return new NodeState.Returned(
          tries, operation(record), record.incarnation(), record.deadline(), record.reason());
    }
    return record.token() == null && record.claimId() == null
        ? new NodeState.Asked(record.attempt(), record.recoveries(), record.askedAt())
        : new NodeState.Dispatched(tries, operation(record));
  }

  private static Operation operation(NodeRecord record) {
    return new Operation(
        record.token(), record.recovering(), record.recoverAfter(), record.absent());
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
