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
import java.util.Objects;
import java.util.function.Consumer;
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

  public NodeRecord withAbsent(boolean seen) {
    return changed(draft -> draft.absent = seen);
  }

  /** Each value by its name. */
  public static NodeRecord of(Consumer<Draft> values) {
    Draft draft = new Draft();
    values.accept(draft);
    return draft.built();
  }

  private NodeRecord changed(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.built();
  }

  /** The values of a {@link NodeRecord} by name; {@code of} refuses what is missing. */
  @SuppressWarnings("NullAway.Init") // built() refuses what is missing
  public static final class Draft {
    public NodeStatus status;
    public int attempt;
    public int failures;
    public int recoveries;
    public @Nullable String token;
    public @Nullable String claimId;
    public @Nullable String incarnation;
    public @Nullable Phase phase;
    public boolean recovering;
    public @Nullable Instant recoverAfter;
    public @Nullable Instant deadline;
    public @Nullable Instant dueAt;
    public @Nullable TaskError error;
    public @Nullable JsonNode outputs;
    public @Nullable String reason;
    public long askedAt;
    public boolean absent;
    public List<String> callers = List.of();

    private Draft() {}

    private Draft(NodeRecord from) {
      status = from.status;
      attempt = from.attempt;
      failures = from.failures;
      recoveries = from.recoveries;
      token = from.token;
      claimId = from.claimId;
      incarnation = from.incarnation;
      phase = from.phase;
      recovering = from.recovering;
      recoverAfter = from.recoverAfter;
      deadline = from.deadline;
      dueAt = from.dueAt;
      error = from.error;
      outputs = from.outputs;
      reason = from.reason;
      askedAt = from.askedAt;
      absent = from.absent;
      callers = from.callers;
    }

    private NodeRecord built() {
      return new NodeRecord(
          Objects.requireNonNull(status, "status"),
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
          callers);
    }
  }
}
