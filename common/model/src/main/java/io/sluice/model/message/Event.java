package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What happened in a run, in the order of {@code seq}; {@code data} is for programs. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Event(
    String run,
    String workspace,
    @JsonInclude(JsonInclude.Include.ALWAYS) long seq,
    EventKind kind,
    @Nullable String node,
    @Nullable Integer attempt,
    @Nullable String worker,
    @JsonInclude(JsonInclude.Include.ALWAYS) String text,
    @Nullable JsonNode data,
    Instant at) {}
