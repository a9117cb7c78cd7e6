package io.sluice.cli.render.run;

import io.sluice.cli.render.Durations;
import io.sluice.cli.render.NaturalOrder;
import io.sluice.cli.render.NodeText;
import io.sluice.cli.render.Style;
import io.sluice.cli.render.Table;
import io.sluice.model.NodeId;
import io.sluice.model.message.Event;
import io.sluice.model.record.RecordKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of one node of a run, as its events tell it.
 *
 * @param attempts how often it was tried
 * @param began when its first attempt began; null for what never began
 * @param took how long its last attempt took; null where nothing says so
 * @param worker who had it last, or nothing
 * @param why why it did not succeed, or nothing
 */
public record NodeHistory(
    String node,
    Status status,
    int attempts,
    @Nullable Instant began,
    @Nullable Duration took,
    String worker,
    String why) {

  /** In the order in which people want to see them. */
  public enum Status {
    FAILED("failed"),
    IN_DOUBT("in doubt"),
    SKIPPED("skipped"),
    WAITING("waiting to repeat"),
    RUNNING("running"),
    SUCCEEDED("succeeded");

    private final String word;

    Status(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  private static final int SHOWN = 100;

  /** The nodes by what became of them, then by their names. */
  public static List<NodeHistory> of(Collection<Event> events) {
    Map<String, NodeHistory> nodes = new LinkedHashMap<>();
    for (Event event : events) {
      String node = event.node();
      if (node != null) {
        NodeHistory known =
            nodes.getOrDefault(node, new NodeHistory(node, Status.RUNNING, 0, null, null, "", ""));
        nodes.put(node, known.after(event));
      }
    }
    return nodes.values().stream()
        .filter(node -> node.status() != Status.SUCCEEDED || !node.isCheck())
        .sorted(
            Comparator.comparing(NodeHistory::status)
                .thenComparing(NodeHistory::node, NaturalOrder.TEXT))
        .toList();
  }

  private NodeHistory after(Event event) {
    return switch (event.kind()) {
      case NODE_STARTED ->
          new NodeHistory(
              node,
              Status.RUNNING,
              attempt(event, attempts + 1),
              began == null ? event.at() : began,
              null,
              by(event),
              "");
      case NODE_SUCCEEDED -> ended(event, Status.SUCCEEDED, "");
      case NODE_FAILED ->
          ended(
              event,
              Status.FAILED,
              EventFacts.errorMessage(event).orElse(EventFacts.saidOfNode(event)));
      case NODE_IN_DOUBT ->
          ended(
              event,
              Status.IN_DOUBT,
              EventFacts.errorMessage(event)
                  .or(() -> EventFacts.text(event, "reason"))
                  .orElse(EventFacts.saidOfNode(event)));
      case NODE_SKIPPED ->
          new NodeHistory(
              node, Status.SKIPPED, attempts, began, null, "", RunProgress.reason(event));
      case NODE_RETRYING, NODE_DEFERRED, NODE_RECOVERING ->
          new NodeHistory(
              node,
              Status.WAITING,
              attempt(event, Math.max(1, attempts)),
              began,
              took,
              by(event),
              EventFacts.saidOfNode(event));
      default -> this;
    };
  }

  private NodeHistory ended(Event event, Status ended, String reason) {
    Duration lasted =
        EventFacts.took(event).orElse(began == null ? null : Duration.between(began, event.at()));
    return new NodeHistory(
        node,
        ended,
        attempt(event, Math.max(1, attempts)),
        began == null && lasted != null ? event.at().minus(lasted) : began,
        lasted,
        by(event),
        reason);
  }

  private int attempt(Event event, int counted) {
    Integer said = event.attempt();
    return said == null ? counted : Math.max(said, attempts);
  }

  private String by(Event event) {
    String said = event.worker();
    return said == null ? worker : said;
  }

  private boolean isCheck() {
    return node.equals(RecordKeys.OUTPUTS) || NodeId.role(node).isCondition();
  }

  /**
   * The first of them, what went wrong at the top.
   *
   * @param all whether to show all of them
   * @param more how to see all of them
   */
  public static String table(List<NodeHistory> nodes, boolean all, String more, Style style) {
    Table table = new Table("NODE", "STATUS", "ATTEMPTS", "TOOK", "WORKER", "WHY");
    nodes.stream()
        .limit(all ? Long.MAX_VALUE : SHOWN)
        .forEach(
            node ->
                table.row(
                    NodeText.of(node.node()),
                    node.status().word(),
                    node.attempts() == 0 ? "" : Integer.toString(node.attempts()),
                    node.took() == null ? "" : Durations.of(node.took()),
                    node.worker(),
                    node.why().lines().findFirst().orElse("")));
    int left = all ? 0 : nodes.size() - SHOWN;
    return table.text(style) + (left > 0 ? "and " + left + " more: " + more + "\n" : "");
  }
}
