package io.sluice.cli.command.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.graph.Drawing;
import io.sluice.cli.graph.Drawing.Box;
import io.sluice.cli.graph.Drawing.Tone;
import io.sluice.cli.render.NodeText;
import io.sluice.cli.render.run.NodeHistory;
import io.sluice.cli.terminal.Fault;
import io.sluice.model.Action;
import io.sluice.model.NodeId;
import io.sluice.model.message.Event;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RunRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A run whose plan is no longer kept: its events tell what waited for what, and what became of it.
 */
final class EndedRunDrawing {
  private static final Set<Action> IDLE = Set.of(Action.NOOP, Action.EXPAND);

  private EndedRunDrawing() {}

  static Drawing of(RunRecord run, List<Event> events) {
    Map<String, NodeHistory> histories = new HashMap<>();
    NodeHistory.of(events).forEach(node -> histories.put(node.node(), node));
    Map<String, Box> boxes = new LinkedHashMap<>();
    Map<String, Collection<String>> waits = new TreeMap<>();
    for (Event event : events) {
      JsonNode graph = event.data() == null ? null : event.data().get("graph");
      if (graph != null && event.node() == null) {
        // A plan replaces the one before it.
        boxes.clear();
        waits.clear();
      }
      if (graph != null) {
        graph.forEach(node -> add(node, histories, boxes, waits));
      }
    }
    if (boxes.isEmpty()) {
      throw Fault.of(
          "The plan of run " + run.run() + " is not kept",
          events.isEmpty()
              ? "Its events are no longer kept either."
              : "It had no nodes, too many for its events, or was made by an older build.",
          "`sluice runs show " + run.run() + " --all` lists what became of its nodes.");
    }
    return Drawing.of(boxes.values(), waits);
  }

  private static void add(
      JsonNode node,
      Map<String, NodeHistory> histories,
      Map<String, Box> boxes,
      Map<String, Collection<String>> waits) {
    String id = node.path("node").asText();
    Optional<Action> action = action(node.path("action").asText());
    NodeHistory history = histories.get(id);
    Tone tone =
        history != null
            ? tone(history.status())
            : action.filter(IDLE::contains).isPresent() || isCheck(id) ? Tone.DONE : Tone.SKIPPED;
    List<String> after = new ArrayList<>();
    node.path("after").forEach(before -> after.add(NodeText.of(before.asText())));
    String word = action.map(Action::word).orElse(node.path("action").asText());
    String name = NodeText.of(id);
    boxes.put(name, new Box(name, word + ", " + tone.words(), tone));
    waits.put(name, after);
  }

  private static Optional<Action> action(String name) {
    return EnumSet.allOf(Action.class).stream()
        .filter(action -> action.name().equals(name))
        .findFirst();
  }

  /** Conditions that hold, and outputs that are written, are left out of the history. */
  private static boolean isCheck(String id) {
    return id.equals(RecordKeys.OUTPUTS) || NodeId.role(id).isCondition();
  }

  private static Tone tone(NodeHistory.Status status) {
    return switch (status) {
      case SUCCEEDED -> Tone.DONE;
      case FAILED -> Tone.FAILED;
      case IN_DOUBT -> Tone.DOUBT;
      case SKIPPED, WAITING, RUNNING -> Tone.SKIPPED;
    };
  }
}
