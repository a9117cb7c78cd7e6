package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Phase;
import io.sluice.model.TaskError;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of one node of a run: small, one for each node that was dispatched or has ended, under
 * {@code WORKSPACE/RUN/NODE}. A node without a record is pending, or skipped by what it depends on;
 * both follow from the plan and from the records of other nodes and are not stored.
 *
 * @param attempt the number of the current or last attempt; 0 before the first
 * @param failures attempts that used up the retry budget
 * @param recoveries attempts made because it was unknown whether an earlier one happened
 * @param token the operation token, kept until the operation is certainly not done
 * @param claimId whose result was committed, or who holds the lease
 * @param recovering an earlier attempt of this token may have happened
 * @param recoverAfter from when on "not found" proves that it did not
 * @param deadline when the leased call is over at the latest
 * @param outputs of a step, which state does not hold
 * @param reason why it was skipped, dropped or is in doubt, for people
 * @param askedAt the version at which the planner was asked what the placeholder becomes
 * @param absent an attempt of this token found nothing of that name before it first called
 * @param callers claims of this token whose calls may go on
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record NodeRecord(
    @JsonInclude(JsonInclude.Include.ALWAYS) @JsonProperty("status") NodeStatus status,
    int attempt,
    int failures,
    int recoveries,
    @Nullable String token,
    @Nullable String claimId,
    @Nullable String incarnation,
    @Nullable Phase phase,
    boolean recovering,
    @Nullable Instant recoverAfter,
    @Nullable Instant deadline,
    @Nullable Instant dueAt,
    @Nullable TaskError error,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode outputs,
    @Nullable String reason,
    long askedAt,
    boolean absent,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> callers) {
  public NodeRecord {
    callers = callers == null ? List.of() : List.copyOf(callers);
    reason = reason == null ? reason : Clipped.of(reason, Limits.STANDARD.texts().message());
  }

  public NodeRecord(
      NodeStatus status,
      int attempt,
      int failures,
      int recoveries,
      @Nullable String token,
      @Nullable String claimId,
      @Nullable String incarnation,
      @Nullable Phase phase,
      boolean recovering,
      @Nullable Instant recoverAfter,
      @Nullable Instant deadline,
      @Nullable Instant dueAt,
      @Nullable TaskError error,
      @Nullable JsonNode outputs,
      @Nullable String reason,
      long askedAt,
      boolean absent) {
    this(
        status,
        attempt,
        failures,
        recoveries,
        token,
        claimId,
        incarnation,
        phase,
        recovering,
        recoverAfter,
        deadline,
        dueAt,
        error,
        outputs,
        reason,
        askedAt,
        absent,
        List.of());
  }

  public NodeRecord(
      NodeStatus status,
      int attempt,
      int failures,
      int recoveries,
      @Nullable String token,
      @Nullable String claimId,
      @Nullable String incarnation,
      @Nullable Phase phase,
      boolean recovering,
      @Nullable Instant recoverAfter,
      @Nullable Instant deadline,
      @Nullable Instant dueAt,
      @Nullable TaskError error,
      @Nullable JsonNode outputs,
      @Nullable String reason) {
    this(
        status,
        attempt,
        failures,
        recoveries,
        token,
        claimId,
        incarnation,
        phase,
        recovering,
        recoverAfter,
        deadline,
        dueAt,
        error,
        outputs,
        reason,
        0,
        false,
        List.of());
  }

  public NodeRecord withAbsent(boolean seen) {
    return new NodeRecord(
        status,
        attempt,
        failures,
        recoveries,
        token,
        claimId,
        incarnation,
        phase,
        recovering,
        recoverAfter,
        deadline,
        dueAt,
        error,
        outputs,
        reason,
        askedAt,
        seen,
        callers);
  }
}
