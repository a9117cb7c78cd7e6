package io.sluice.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Who holds what, as the query API tells it: {@code {held: [...], waiting: [...], closed: [...]}}.
 */
public final class LocksText {
  private static final int SHOWN = 5;

  private LocksText() {}

  public static String of(
      Map<String, JsonNode> locks, Style style, Function<List<String>, String> command) {
    Table table = new Table("WORKSPACE", "RUN", "STATUS", "WHAT");
    locks.forEach(
        (workspace, lock) -> {
          lock.path("held").forEach(held -> table.row(workspace, run(held), "holds", held(held)));
          lock.path("waiting")
              .forEach(waiting -> table.row(workspace, run(waiting), "waits", waits(waiting)));
          lock.path("closed")
              .forEach(closed -> table.row(workspace, run(closed), "in doubt", inDoubt(closed)));
        });
    if (table.isEmpty()) {
      return "No locks are held.\n";
    }
    List<DoubtText.Doubt> doubts = new ArrayList<>();
    locks.values().forEach(lock -> doubts.addAll(DoubtText.of(lock)));
    return doubts.isEmpty()
        ? table.text(style)
        : table.text(style)
            + "\nCheck what is in doubt, then run one of these for each:\n"
            + DoubtText.ways(doubts, command);
  }

  private static String run(JsonNode entry) {
    return entry.path("run").asText("?");
  }

  private static String held(JsonNode entry) {
    String out = names(entry.path("out"));
    return switch (entry.path("scope").asText("whole")) {
      case "whole" -> "the whole workspace" + (out.isEmpty() ? "" : ", at work on " + out);
      case "out" -> "only what is still out: " + out;
      default -> names(entry.path("addresses")) + (out.isEmpty() ? "" : ", at work on " + out);
    };
  }

  private static String waits(JsonNode entry) {
    String wanted = names(entry.path("addresses"));
    String runs = names(entry.path("waitingFor"));
    String why = entry.path("why").asText("");
    return "for "
        + (wanted.isEmpty() ? "the whole workspace" : wanted)
        + (runs.isEmpty() ? "" : ", held by " + runs)
        + (why.isEmpty() ? "" : ": " + why);
  }

  private static String inDoubt(JsonNode entry) {
    String reason = entry.path("reason").asText("");
    return entry.path("address").asText() + (reason.isEmpty() ? "" : ": " + reason);
  }

  private static String names(JsonNode array) {
    List<String> names = new ArrayList<>();
    array.forEach(item -> names.add(item.asText()));
    String shown = String.join(", ", names.stream().limit(SHOWN).toList());
    return names.size() > SHOWN ? shown + " and " + (names.size() - SHOWN) + " more" : shown;
  }
}
