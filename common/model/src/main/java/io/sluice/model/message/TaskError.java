package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.model.ErrorClass;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Why an attempt failed. The class decides, the code is for programs, the message for people. */
public record TaskError(
    @JsonProperty("class") ErrorClass errorClass,
    String code,
    String message,
    @Nullable Duration retryAfter) {
  private static final Limits.Texts MOST = Limits.STANDARD.texts();

  public TaskError {
    code = code == null ? code : Clipped.of(code, MOST.name());
    message = message == null ? message : Clipped.of(message, MOST.message());
  }
}
