package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The status of a node of a run.
 *
 * <pre>
 * PENDING -> READY -> DISPATCHED -> STARTED -> SUCCEEDED
 *    |         ^         |  |          |-> FAILED | IN_DOUBT
 *    |         |         |  +-> WAITING (retry or deferral with a due time) -> READY
 *    +-> SKIPPED | CANCELLED
 * </pre>
 */
public enum NodeStatus {
  /** Waits for dependencies. */
  @JsonProperty("pending")
  PENDING,
  /** Nothing left to wait for but a free place in the window. */
  @JsonProperty("ready")
  READY,
  /** A task of the current attempt has been sent. */
  @JsonProperty("dispatched")
  DISPATCHED,
  /** A worker holds a lease on the current attempt. */
  @JsonProperty("started")
  STARTED,
  /** Waits for its due time. */
  @JsonProperty("waiting")
  WAITING,
  /** A placeholder whose instances are nodes of the run now: it succeeds when they have. */
  @JsonProperty("expanded")
  EXPANDED,
  @JsonProperty("succeeded")
  SUCCEEDED,
  @JsonProperty("failed")
  FAILED,
  @JsonProperty("skipped")
  SKIPPED,
  @JsonProperty("cancelled")
  CANCELLED,
  @JsonProperty("inDoubt")
  IN_DOUBT
}
