package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How an attempt ended. */
public enum Outcome {
  @JsonProperty("ok")
  OK,
  @JsonProperty("failed")
  FAILED,
  @JsonProperty("inDoubt")
  IN_DOUBT
}
