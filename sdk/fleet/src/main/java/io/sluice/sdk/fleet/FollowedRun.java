package io.sluice.sdk.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.client.Client;
import io.sluice.client.EventReader;
import io.sluice.client.RunFollower;
import io.sluice.client.RunFollower.Patience;
import io.sluice.model.message.Event;
import io.sluice.sdk.Run;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A run that was submitted here. Its events are read from before it was. */
final class FollowedRun implements Run {
  private static final Patience PATIENCE =
      new Patience(Duration.ofSeconds(60), Duration.ofHours(24));

  private final String id;
  private final Client client;
  private final EventReader events;

  FollowedRun(String id, Client client, EventReader events) {
    this.id = id;
    this.client = client;
    this.events = events;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public End follow(Consumer<String> progress) {
    try (events) {
      return switch (new RunFollower(client, PATIENCE)
          .toTheEnd(id, events, event -> progress.accept(event.text()))) {
        case RunFollower.Ended(List<Event> all) -> end(all.getLast());
        case RunFollower.Refused refused -> End.REFUSED;
        case RunFollower.Silent silent ->
            throw new IllegalStateException(
                "No planner has picked up run "
                    + id
                    + ": `sluice doctor` checks what is reachable. The run is not lost.");
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
