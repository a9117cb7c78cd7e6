package io.sluice.cli.render.run;

import io.sluice.cli.render.Durations;
import io.sluice.cli.render.NodeText;
import io.sluice.cli.render.Style;
import io.sluice.model.Action;
import io.sluice.model.message.Event;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An event as a line of a log, with the lines below it that belong to it. */
public final class EventLog {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private EventLog() {}

  public static String entry(Event event, Style style) {
    StringBuilder out = new StringBuilder();
    out.append(style.dim(TIME.format(event.at()))).append("  ");
    String node = event.node();
    if (node == null) {
      out.append(EventFacts.said(event));
      return out.toString();
    }
    out.append(style.bold(NodeText.of(node))).append(": ").append(what(event));
    List<String> about = new ArrayList<>();
    Integer attempt = event.attempt();
    if (attempt != null && attempt > 0) {
      about.add("attempt " + attempt);
    }
    Optional.ofNullable(event.worker()).ifPresent(about::add);
    if (!about.isEmpty()) {
      out.append(style.dim(" (" + String.join(", ", about) + ")"));
    }
    below(event).forEach(line -> out.append("\n    | ").append(line));
    return out.toString();
  }

  private static String what(Event event) {
    Optional<ActionWords> words = EventFacts.action(event).map(EventLog::words);
    String after = EventFacts.took(event).map(took -> " after " + Durations.of(took)).orElse("");
    return switch (event.kind()) {
      case NODE_STARTED -> words.map(ActionWords::doing).orElse("Started");
      case NODE_SUCCEEDED -> words.map(ActionWords::done).orElse("Complete") + after;
      case NODE_FAILED -> words.map(ActionWords::failed).orElse("Failed") + after;
      case NODE_IN_DOUBT -> "In doubt" + after;
      case NODE_SKIPPED -> "Skipped: " + RunProgress.reason(event);
      default -> EventFacts.saidOfNode(event).lines().findFirst().orElse("");
    };
  }

  private static ActionWords words(Action action) {
    return ActionWords.of(action);
  }

  private static List<String> below(Event event) {
    List<String> lines = new ArrayList<>(EventFacts.lines(event));
    switch (event.kind()) {
      case NODE_FAILED, NODE_IN_DOUBT ->
          EventFacts.errorMessage(event)
              .orElse(EventFacts.saidOfNode(event))
              .lines()
              .forEach(lines::add);
      default -> {}
    }
    return lines;
  }
}
