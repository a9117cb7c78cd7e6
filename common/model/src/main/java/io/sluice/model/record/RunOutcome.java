package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a run ended. */
public enum RunOutcome {
  @JsonProperty("succeeded")
  SUCCEEDED,
  @JsonProperty("failed")
  FAILED,
  @JsonProperty("cancelled")
  CANCELLED,
  /** Only nodes in doubt, and what depends on them, are left. */
  @JsonProperty("needsAttention")
  NEEDS_ATTENTION,
  /** The planner refused it under its claim. */
  @JsonProperty("refused")
  REFUSED
}
