package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What is known of the object behind a record. */
public enum RecordStatus {
  @JsonProperty("ok")
  OK,
  /** Made, but not as desired: the next plan replaces it. */
  @JsonProperty("tainted")
  TAINTED,
  /** The old half of a replace that creates first. */
  @JsonProperty("deposed")
  DEPOSED,
  /** A success that came too late or from another claim: an object that a person should look at. */
  @JsonProperty("orphan")
  ORPHAN,
  @JsonProperty("in doubt")
  IN_DOUBT
}
