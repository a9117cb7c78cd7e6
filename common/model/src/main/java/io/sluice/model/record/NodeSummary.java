package io.sluice.model.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import org.jspecify.annotations.Nullable;

/** Why a node did not succeed: what is left of it when its run has ended. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record NodeSummary(
    String node,
    NodeStatus status,
    @JsonProperty("class") @Nullable ErrorClass errorClass,
    @Nullable ErrorCode code,
    @JsonInclude(JsonInclude.Include.ALWAYS) String message) {
  public NodeSummary {
    message = message == null ? message : Clipped.of(message, Limits.STANDARD.texts().sentence());
  }
}
