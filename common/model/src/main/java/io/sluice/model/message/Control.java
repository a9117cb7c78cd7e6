package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What workers must know of a run that is not simply running; a tombstone when it has ended. */
public record Control(String run, String workspace, Standing standing) {
  /** The status of a run. */
  public enum Standing {
    @JsonProperty("cancelled")
    CANCELLED,
    /** Interrupt what is being called as well. */
    @JsonProperty("interrupted")
    INTERRUPTED,
    @JsonProperty("paused")
    PAUSED
  }
}
