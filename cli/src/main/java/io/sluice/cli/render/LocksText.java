package io.sluice.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Which run holds what, as the query API reports it: {@code {held: [...], waiting: [...], closed:
 * [...]}}.
 */
public final class LocksText {
  private static final int SHOWN = 5;

  /**
   * Who could be at work.
   *
   * @param idle nothing is running: the processes that worked have ended
   * @param pools those that a worker serves
   */
  public record Work(boolean idle, Set<String> pools) {}

  private LocksText() {}

  public static String of(
      Map<String, JsonNode> locks, Work work, Style style, Function<List<String>, String> command) {
    Table table = new Table("WORKSPACE", "RUN", "STATUS", "WHAT");
    locks.forEach(
        (workspace, lock) -> {
          lock.path("held")
              .forEach(held -> table.row(workspace, run(held), "holds", held(held, work)));
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

  private static String held(JsonNode entry, Work work) {
    String under = under(entry, work);
    String more = under.isEmpty() ? "" : ", " + under;
    return switch (entry.path("scope").asText("whole")) {
      case "whole" -> "the whole workspace" + more;
      case "out" ->
          "only what is still out: " + names(entry.path("out")) + (work.idle() ? more : "");
      default -> names(entry.path("addresses")) + more;
    };
  }

  /** What a worker has, or will have, of a run. */
  private static String under(JsonNode entry, Work work) {
    if (work.idle()) {
      String out = names(entry.path("out"));
      return out.isEmpty() ? "interrupted" : "interrupted at " + out;
    }
    Set<String> begun = new TreeSet<>();
    entry.path("out").forEach(address -> begun.add(address.asText()));
    List<String> parts = new ArrayList<>();
    entry
        .path("sent")
        .properties()
        .forEach(
            pool -> {
              pool.getValue().forEach(address -> begun.remove(address.asText()));
              parts.add(
                  names(pool.getValue())
                      + (work.pools().contains(pool.getKey())
                          ? " sent, not begun"
                          : " waits for a worker of pool " + pool.getKey()));
            });
    if (!begun.isEmpty()) {
      parts.addFirst("at work on " + names(begun));
    }
    return String.join(", ", parts);
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
    return names(names);
  }

  private static String names(Collection<String> names) {
    String shown = String.join(", ", names.stream().limit(SHOWN).toList());
    return names.size() > SHOWN ? shown + " and " + (names.size() - SHOWN) + " more" : shown;
  }
}
