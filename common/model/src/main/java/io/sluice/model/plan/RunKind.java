package io.sluice.model.plan;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What a run is for. */
public enum RunKind {
  @JsonProperty("apply")
  APPLY,
  @JsonProperty("destroy")
  DESTROY,
  @JsonProperty("refresh")
  REFRESH,
  @JsonProperty("import")
  IMPORT,
  /** As a refresh, but only told: nothing is written. */
  @JsonProperty("drift")
  DRIFT,
  /** State surgery: ended as soon as it is known. */
  @JsonProperty("edit")
  EDIT
}
