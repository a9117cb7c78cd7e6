package io.sluice.model;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a lease is doing: only calling makes doubt. */
public enum Phase {
  @JsonProperty("waiting")
  WAITING,
  @JsonProperty("calling")
  CALLING
}
