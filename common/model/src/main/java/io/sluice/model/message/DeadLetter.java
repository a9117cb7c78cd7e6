package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
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

  /** Each value by its name. */
  public static DeadLetter of(Consumer<Draft> values) {
    Draft draft = new Draft();
    values.accept(draft);
    return draft.built();
  }

  /** The values of a {@link DeadLetter} by name; {@code of} refuses what is missing. */
  @SuppressWarnings("NullAway.Init") // built() refuses what is missing
  public static final class Draft {
    public String topic;
    public int partition;
    public long offset;
    public @Nullable String key;
    public byte[] value;
    public String cause;
    public String service;
    public Instant at;
    public @Nullable String run;
    public @Nullable String workspace;
    public @Nullable Long length;
    public @Nullable String digest;

    private Draft() {}

    private DeadLetter built() {
      return new DeadLetter(
          Objects.requireNonNull(topic, "topic"),
          partition,
          offset,
          key,
          Objects.requireNonNull(value, "value"),
          Objects.requireNonNull(cause, "cause"),
          Objects.requireNonNull(service, "service"),
          Objects.requireNonNull(at, "at"),
          run,
          workspace,
          length,
          digest);
    }
  }
}
