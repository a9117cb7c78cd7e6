package io.sluice.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What is in doubt, and the commands that settle it: one line for each way, to be pasted. */
public final class DoubtText {
  private static final int SHOWN = 3;

  /** An operation whose outcome is unknown. */
  public record Doubt(String run, String node, String address) {}

  private DoubtText() {}

  /** As the query API lists them with a workspace's locks. */
  public static List<Doubt> of(JsonNode locks) {
    List<Doubt> doubts = new ArrayList<>();
    locks
        .path("closed")
        .forEach(
            closed ->
                doubts.add(
                    new Doubt(
                        closed.path("run").asText(),
                        closed.path("node").asText(),
                        closed.path("address").asText())));
    return doubts;
  }

  /**
   * The ways to settle one.
   *
   * @param command a command of this deployment, quoted for a shell
   */
  public static String ways(Doubt doubt, Function<List<String>, String> command, String indent) {
    StringBuilder out = new StringBuilder();
    way(out, indent, "it happened, and ID is the object's id:", doubt, command, "--adopt", "ID");
    way(out, indent, "it did not happen; the next apply does it:", doubt, command, "--retry");
    way(out, indent, "stop managing it:", doubt, command, "--abandon");
    return out.toString();
  }

  /** The ways to settle the first of them, and where the others are listed. */
  public static String ways(List<Doubt> doubts, Function<List<String>, String> command) {
    StringBuilder out = new StringBuilder();
    doubts.stream()
        .limit(SHOWN)
        .forEach(
            doubt ->
                out.append("  ")
                    .append(doubt.address())
                    .append(":\n")
                    .append(ways(doubt, command, "    ")));
    if (doubts.size() > SHOWN) {
      out.append("  and ").append(doubts.size() - SHOWN).append(" more: ");
      out.append(command.apply(List.of("locks"))).append("\n");
    }
    return out.toString();
  }

  private static void way(
      StringBuilder out,
      String indent,
      String when,
      Doubt doubt,
      Function<List<String>, String> command,
      String... choice) {
    List<String> words = new ArrayList<>(List.of("runs", "resolve", doubt.run(), doubt.node()));
    words.addAll(List.of(choice));
    out.append(indent).append(when).append("\n");
    out.append(indent).append("  ").append(command.apply(words)).append("\n");
  }
}
