package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The phase of a run as a whole. */
public enum RunPhase {
  /** Waits for its claim. */
  @JsonProperty("queued")
  QUEUED,
  @JsonProperty("planning")
  PLANNING,
  @JsonProperty("awaitingApproval")
  AWAITING_APPROVAL,
  @JsonProperty("running")
  RUNNING,
  @JsonProperty("paused")
  PAUSED,
  /** Releases nothing more; waits for what is outstanding. */
  @JsonProperty("stopping")
  STOPPING,
  @JsonProperty("ended")
  ENDED,
  @JsonProperty("quarantined")
  QUARANTINED
}
