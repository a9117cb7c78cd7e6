package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What no one could read or finish: where it stood, why, and the bytes themselves (base64 in JSON).
 *
 * @param run the run that its headers name
 * @param workspace the workspace that its headers name
 * @param length of the bytes, where {@code value} holds fewer because they were too many to keep
 * @param digest of all the bytes, where {@code value} holds fewer
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record DeadLetter(
    String topic,
    int partition,
    long offset,
    @Nullable String key,
    @JsonInclude(JsonInclude.Include.ALWAYS) byte[] value,
    @JsonInclude(JsonInclude.Include.ALWAYS) String cause,
    String service,
    Instant at,
    @Nullable String run,
    @Nullable String workspace,
    @Nullable Long length,
    @Nullable String digest) {
  public DeadLetter(
      String topic,
      int partition,
      long offset,
      @Nullable String key,
      byte[] value,
      String cause,
      String service,
      Instant at) {
    this(topic, partition, offset, key, value, cause, service, at, null, null, null, null);
  }
}
