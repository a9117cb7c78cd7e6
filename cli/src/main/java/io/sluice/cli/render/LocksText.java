package io.sluice.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Who holds what, as the query API tells it: {@code {held: [...], waiting: [...]}}. */
public final class LocksText {
  private static final int SHOWN = 5;

  private LocksText() {}

  public static String of(Map<String, JsonNode> locks, Style style) {
    Table table = new Table("WORKSPACE", "RUN", "STANDING", "WHAT");
    locks.forEach(
        (workspace, lock) -> {
          lock.path("held").forEach(held -> table.row(workspace, run(held), "holds", what(held)));
          lock.path("waiting")
              .forEach(
                  waiting ->
                      table.row(
                          workspace, run(waiting), "waits", what(waiting) + forWhom(waiting)));
        });
    return table.isEmpty() ? "Nobody holds anything.\n" : table.text(style);
  }

  private static String run(JsonNode entry) {
    return entry.isTextual() ? entry.asText() : entry.path("run").asText("?");
  }

  private static String what(JsonNode entry) {
    List<String> addresses = texts(entry.path("addresses"));
    if (addresses.isEmpty()) {
      addresses = texts(entry.path("claimed"));
    }
    String scope = entry.path("scope").asText(entry.path("claim").asText("whole"));
    if (addresses.isEmpty()) {
      return scope.equals("whole") ? "the whole workspace" : "what its plan touches";
    }
    String shown = String.join(", ", addresses.stream().limit(SHOWN).toList());
    return addresses.size() > SHOWN
        ? shown + " and " + (addresses.size() - SHOWN) + " more"
        : shown;
  }

  private static String forWhom(JsonNode entry) {
    List<String> runs = texts(entry.path("waitingFor"));
    return runs.isEmpty() ? "" : ", for " + String.join(", ", runs);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(item -> texts.add(item.asText()));
    return texts;
  }
}
