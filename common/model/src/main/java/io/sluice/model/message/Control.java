package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What workers must know of a run that is not simply running; a tombstone when it has ended.
 *
 * @param interrupted one call that is to be interrupted, whatever becomes of the rest of the run
 */
public record Control(
    String run,
    String workspace,
    Standing standing,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Call interrupted) {
  public Control(String run, String workspace, Standing standing) {
    this(run, workspace, standing, null);
  }

  /** An attempt of a node. */
  public record Call(String node, int attempt) {}

  /** The status of a run. */
  public enum Standing {
    @JsonProperty("cancelled")
    CANCELLED,
    /** Interrupt what is being called as well. */
    @JsonProperty("interrupted")
    INTERRUPTED,
    @JsonProperty("paused")
    PAUSED,
    /** It goes on, but for what else is said. */
    @JsonProperty("running")
    RUNNING
  }
}
