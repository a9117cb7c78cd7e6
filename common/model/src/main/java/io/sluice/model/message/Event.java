package io.sluice.model.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
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
    Instant at) {
  /** With room for the address that a message is about, and for several lines. */
  private static final int MOST_TEXT = 4 * Limits.STANDARD.texts().message();

  public Event {
    run = run == null ? run : Clipped.of(run, Limits.STANDARD.texts().name());
    workspace =
        workspace == null ? workspace : Clipped.of(workspace, Limits.STANDARD.texts().name());
    node = node == null ? node : Clipped.of(node, Limits.STANDARD.texts().address());
    worker = worker == null ? worker : Clipped.of(worker, Limits.STANDARD.texts().name());
    text = text == null ? text : Clipped.of(text, MOST_TEXT);
    data = data == null ? null : Bounded.of(data, Limits.STANDARD.bytes().event() / 4 * 3);
  }
}
