package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import com.fasterxml.jackson.annotation.JsonProperty;

/** What happened, for people. A reader shows the text of a kind that it does not know. */
public enum EventKind {
  @JsonProperty("refused")
  REFUSED,
  @JsonProperty("runSubmitted")
  RUN_SUBMITTED,
  @JsonProperty("runWaiting")
  RUN_WAITING,
  @JsonProperty("runPlanning")
  RUN_PLANNING,
  @JsonProperty("runPlanned")
  RUN_PLANNED,
  @JsonProperty("runAwaitingApproval")
  RUN_AWAITING_APPROVAL,
  @JsonProperty("runPaused")
  RUN_PAUSED,
  @JsonProperty("runResumed")
  RUN_RESUMED,
  @JsonProperty("runCancelling")
  RUN_CANCELLING,
  @JsonProperty("runChanged")
  RUN_CHANGED,
  @JsonProperty("runQuarantined")
  RUN_QUARANTINED,
  @JsonProperty("runEnded")
  RUN_ENDED,
  @JsonProperty("nodeStarted")
  NODE_STARTED,
  @JsonProperty("nodeSucceeded")
  NODE_SUCCEEDED,
  @JsonProperty("nodeFailed")
  NODE_FAILED,
  @JsonProperty("nodeRetrying")
  NODE_RETRYING,
  @JsonProperty("nodeDeferred")
  NODE_DEFERRED,
  @JsonProperty("nodeSkipped")
  NODE_SKIPPED,
  @JsonProperty("nodeInDoubt")
  NODE_IN_DOUBT,
  @JsonProperty("nodeRecovering")
  NODE_RECOVERING,
  @JsonProperty("nodeExpanded")
  NODE_EXPANDED,
  @JsonProperty("orphanFound")
  ORPHAN_FOUND,
  @JsonProperty("stateEdited")
  STATE_EDITED,
  @JsonProperty("warning")
  WARNING,
  @JsonEnumDefaultValue
  @JsonProperty("other")
  OTHER
}
