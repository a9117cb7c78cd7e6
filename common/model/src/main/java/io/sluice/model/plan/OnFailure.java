package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether independent chains go on after a node failed. */
public enum OnFailure {
  @JsonProperty("continue")
  CONTINUE,
  @JsonProperty("stop")
  STOP
}
