package io.sluice.cli.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.planning.configuration.Outside;
import io.sluice.planning.decide.FoundOutside;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What reading the objects of a workspace has found.
 *
 * @param changes by address, in words
 * @param read how many objects were read
 * @param objects what was found; of a run that wrote it into state, nothing
 * @param whole whether that is everything: of a large object only the names of attributes are told
 */
public record Findings(
    SortedMap<String, String> changes, int read, FoundOutside objects, boolean whole) {
  private static final String CHANGED = "changed outside";
  private static final String GONE = "deleted outside";

  public Findings {
    changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
  }

  public static Findings of(FollowedRun run) {
    SortedMap<String, String> found = new TreeMap<>();
    ObjectNode objects = Json.object();
    int read = 0;
    for (Event event : run.events()) {
      JsonNode data = event.data();
      if (data != null && data.hasNonNull("found")) {
        read++;
        take(event, data, found);
        if (data.path("object") instanceof ObjectNode object) {
          object.set("fields", data.path("fields"));
          objects.set(address(event, data), object);
        }
      }
    }
    return new Findings(found, read, FoundOutside.read(objects), objects.size() == found.size());
  }

  private static void take(Event event, JsonNode data, SortedMap<String, String> found) {
    String address = address(event, data);
    switch (data.path("found").asText()) {
      case "changed" -> found.put(address, CHANGED + fields(data));
      case "gone" -> found.put(address, GONE);
      default -> {}
    }
  }

  private static String address(Event event, JsonNode data) {
    return data.path("address").asText(String.valueOf(event.node()));
  }

  /** What was found in the course of planning. */
  public static Findings of(Map<Address, Outside> outside) {
    SortedMap<String, String> found = new TreeMap<>();
    outside.forEach(
        (address, how) ->
            found.put(address.text(), how.gone() ? GONE : CHANGED + fields(how.fields())));
    return new Findings(found, outside.size(), FoundOutside.NOTHING, true);
  }

  private static String fields(JsonNode data) {
    List<String> fields = new ArrayList<>();
    data.path("fields").forEach(field -> fields.add(field.asText()));
    return fields(fields);
  }

  private static String fields(List<String> fields) {
    return fields.isEmpty() ? "" : " (" + String.join(", ", fields) + ")";
  }

  /** Fails if something could not be read. */
  public static void requireAll(FollowedRun run) {
    List<String> failures = run.failures();
    if (!failures.isEmpty()) {
      throw Fault.of(
          failures.size() == 1
              ? "An object could not be read"
              : failures.size() + " objects could not be read",
          String.join("; ", failures.stream().limit(5).toList()),
          "Fix this, or plan with --no-refresh.");
    }
  }

  public void tell(Invocation invocation, boolean json) {
    changes.forEach((address, what) -> tell(invocation, json, address, what));
  }

  public static void tell(Invocation invocation, boolean json, String address, String what) {
    if (json) {
      ObjectNode line = JsonLine.of("drift", Instant.now());
      invocation.terminal().out().println(line.put("address", address).put("what", what));
    } else {
      invocation.terminal().out().println("  " + address + ": " + what);
    }
  }
}
