package io.sluice.sdk.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.client.Client;
import io.sluice.client.EventReader;
import io.sluice.client.Letters;
import io.sluice.client.RunFollower;
import io.sluice.client.RunFollower.Patience;
import io.sluice.model.message.Event;
import io.sluice.sdk.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A run that was submitted here. Each follower reads its events from the beginning. */
final class SubmittedRun implements Run {
  private static final Patience PATIENCE =
      new Patience(Duration.ofSeconds(60), Duration.ofHours(24));

  /** By how much the clocks of services may differ from this one. */
  private static final Duration CLOCKS = Duration.ofMinutes(5);

  private final String workspace;
  private final String id;
  private final Client client;
  private final Instant submitted;

  SubmittedRun(String workspace, String id, Client client, Instant submitted) {
    this.workspace = workspace;
    this.id = id;
    this.client = client;
    this.submitted = submitted;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public End follow(Consumer<String> progress) {
    try (EventReader events = client.events(id, Optional.of(submitted.minus(CLOCKS)))) {
      return switch (new RunFollower(client, PATIENCE)
          .toTheEnd(workspace, id, events, event -> progress.accept(event.text()))) {
        case RunFollower.Ended(List<Event> all) -> end(all.getLast());
        case RunFollower.Refused refused -> End.REFUSED;
        case RunFollower.Silent silent -> silent(progress);
        case RunFollower.StillRunning running ->
            throw new IllegalStateException(
                "Run "
                    + id
                    + " has not ended in a day: `sluice runs watch "
                    + id
                    + "` follows it.");
      };
    }
  }

  /** Nothing was heard: it became a letter, or nobody has read it yet. */
  private End silent(Consumer<String> progress) {
    Letters.Listed letter =
        Letters.of(client)
            .of(id)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "No planner has picked up run "
                            + id
                            + ": `sluice doctor` checks what is reachable. The run is not lost."));
    progress.accept(
        "It could not be taken and was set aside as letter "
            + letter.id()
            + ": "
            + letter.letter().cause());
    return End.REFUSED;
  }

  private static End end(Event last) {
    JsonNode data = last.data();
    String outcome = data == null ? "" : data.path("outcome").asText();
    return switch (outcome) {
      case "succeeded" -> End.SUCCEEDED;
      case "cancelled" -> End.CANCELLED;
      case "refused" -> End.REFUSED;
      case "needsAttention" -> End.NEEDS_ATTENTION;
      default -> End.FAILED;
    };
  }
}
