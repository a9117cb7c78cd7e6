package io.sluice.model.plan;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import java.util.List;
import java.util.Optional;

/** What waits for what, for those who look at a run when its plan is no longer kept. */
public final class ToldGraph {
  private static final int MOST_NODES = 2_000;

  /** In characters. */
  private static final int LARGEST = 200_000;

  private ToldGraph() {}

  /** Empty for a plan that is too large for an event. */
  public static Optional<ArrayNode> of(List<Node> nodes) {
    if (nodes.size() > MOST_NODES) {
      return Optional.empty();
    }
    ArrayNode graph = Json.mapper().createArrayNode();
    long room = LARGEST;
    for (Node node : nodes) {
      ObjectNode told =
          graph.addObject().put("node", node.id()).put("action", node.action().name());
      room -= node.id().length();
      if (!node.after().isEmpty()) {
        ArrayNode after = told.putArray("after");
        for (String before : node.after()) {
          after.add(before);
          room -= before.length();
        }
      }
    }
    return room < 0 ? Optional.empty() : Optional.of(graph);
  }
}
