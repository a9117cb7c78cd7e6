package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What no one could read or finish: where it stood, why, and the bytes themselves (base64 in JSON).
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
    Instant at) {}
