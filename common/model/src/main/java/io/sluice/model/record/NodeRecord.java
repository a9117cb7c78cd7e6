package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.sluice.model.message.Phase;
import io.sluice.model.message.TaskError;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where one node of a run stands: small, one for each node, under {@code WORKSPACE/RUN/NODE}.
 *
 * @param attempt the number of the current or last attempt; 0 before the first
 * @param failures attempts that used up the retry budget
 * @param token the operation token, kept until the operation is certainly not done
 * @param remaining dependencies that are not committed yet
 * @param reason why it was skipped, dropped or is in doubt, for people
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record NodeRecord(
    @JsonInclude(JsonInclude.Include.ALWAYS) NodeStatus status,
    int attempt,
    int failures,
    @Nullable String token,
    @Nullable String claimId,
    @Nullable String incarnation,
    @Nullable Phase phase,
    boolean recovering,
    @Nullable Instant dueAt,
    int remaining,
    @Nullable TaskError error,
    @Nullable String reason) {}
