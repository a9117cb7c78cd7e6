package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a run stands: one small record under {@code WORKSPACE/RUN}. What it touches is not listed
 * here, it follows from its plan parts.
 *
 * @param queuedAt the inbox offset of its submission: its age in the claim queue
 * @param document kept until the plan is accepted, then dropped
 * @param claim {@code whole} until planned, {@code plan} after: what its parts touch
 * @param sequence the number of the last event written for it
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record RunRecord(
    String run,
    String workspace,
    RunKind kind,
    @JsonInclude(JsonInclude.Include.ALWAYS) RunPhase phase,
    @Nullable RunOutcome outcome,
    RunOptions options,
    @Nullable String by,
    @Nullable String root,
    long queuedAt,
    @Nullable JsonNode document,
    @Nullable ClaimScope claim,
    int widenings,
    @Nullable String planId,
    int parts,
    boolean allowedToRelease,
    RunCounts counts,
    long sequence,
    Instant submittedAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    List<String> reasons) {
  public RunRecord {
    reasons = reasons == null ? List.of() : List.copyOf(reasons);
    counts = counts == null ? RunCounts.NONE : counts;
    options = options == null ? RunOptions.DEFAULT : options;
  }

  /** What a run holds of its workspace. */
  public enum ClaimScope {
    WHOLE,
    PLAN
  }
}
