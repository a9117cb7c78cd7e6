package io.sluice.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Why an attempt failed. The class decides, the code is for programs, the message for people. */
public record TaskError(
    @JsonProperty("class") ErrorClass errorClass,
    ErrorCode code,
    String message,
    @Nullable Duration retryAfter) {
  public TaskError {
    message = message == null ? message : Clipped.of(message, Limits.STANDARD.texts().message());
  }

  /** An error of the code's usual class, which is not worth waiting for. */
  public static TaskError of(CoreCode code, String message) {
    return new TaskError(code.errorClass(), code, message, null);
  }
}
