package io.sluice.cli.render.run;

import io.sluice.cli.render.Durations;
import io.sluice.cli.render.NodeText;
import io.sluice.cli.render.Style;
import io.sluice.model.Action;
import io.sluice.model.NodeId;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.record.RecordKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fold of a run's events into what a person wants to know of it now: the lines to print for
 * each event, the live line below them, and what failed. Takes each event once, by its sequence
 * number.
 */
public final class RunProgress {
  private static final int KEPT_FAILURES = 50;
  private static final String SKIPPED = "skipped: ";

  /**
   * A node that did not succeed, and why.
   *
   * @param attempted what was tried ({@code Creating}), or nothing
   */
  public record Trouble(String node, String attempted, String errorClass, String message) {}

  private static final int STILL_SECONDS = 10;
  private static final int MOST_STILL = 10;

  /**
   * @param told how often it was said that it goes on
   */
  private record Running(@Nullable Action action, Instant since, int told) {
    Running(@Nullable Action action, Instant since) {
      this(action, since, 0);
    }
  }

  private final Style style;
  private final Map<String, Running> running = new HashMap<>();
  private final List<Trouble> failed = new ArrayList<>();
  private final List<Trouble> inDoubt = new ArrayList<>();
  private final Map<String, String> skipped = new LinkedHashMap<>();
  private long lastSequence = -1;
  private int total;
  private int succeeded;
  private int failures;
  private int skips;
  private int doubts;
  private LiveLine.Mode mode = LiveLine.Mode.GOING_ON;
  private String before = "Planning...";
  private boolean awaiting;
  private @Nullable Instant cancelledAt;
  private @Nullable Instant began;
  private @Nullable Event end;

  public RunProgress(Style style) {
    this.style = style;
  }

  /** Lines to print for the event; none when it was seen before or has nothing to show. */
  public List<String> accept(Event event) {
    if (event.seq() <= lastSequence && event.kind() != EventKind.REFUSED) {
      return List.of();
    }
    lastSequence = Math.max(lastSequence, event.seq());
    return switch (event.kind()) {
      case RUN_SUBMITTED -> List.of();
      case RUN_PLANNING -> {
        before = "Planning...";
        yield List.of();
      }
      case RUN_PLANNED -> {
        began = event.at();
        EventFacts.number(event, "nodes").ifPresent(nodes -> total = nodes.intValue());
        // What the plan before it left undone is in this one.
        skipped.clear();
        skips = 0;
        yield List.of();
      }
      case NODE_STARTED -> started(event);
      case NODE_SUCCEEDED -> succeeded(event);
      case NODE_FAILED -> failed(event);
      case NODE_SKIPPED -> skipped(event);
      case NODE_IN_DOUBT -> inDoubt(event);
      case NODE_RETRYING, NODE_DEFERRED, NODE_RECOVERING -> again(event);
      case NODE_EXPANDED -> {
        EventFacts.number(event, "nodes").ifPresent(nodes -> total += nodes.intValue());
        yield List.of(name(event) + ": " + EventFacts.saidOfNode(event));
      }
      case REFUSED, RUN_ENDED -> {
        // A refusal is followed by the end of the run and says more.
        end = end == null ? event : end;
        yield List.of();
      }
      case RUN_QUARANTINED -> {
        end = event;
        yield List.of(style.red(EventFacts.said(event)));
      }
      case RUN_WAITING -> {
        before = EventFacts.said(event);
        yield List.of(style.dim(EventFacts.said(event)));
      }
      case RUN_PAUSED -> in(LiveLine.Mode.PAUSED, event);
      case RUN_RESUMED -> in(LiveLine.Mode.GOING_ON, event);
      case RUN_CANCELLING -> {
        cancelledAt = cancelledAt == null ? event.at() : cancelledAt;
        yield in(LiveLine.Mode.CANCELLING, event);
      }
      case RUN_AWAITING_APPROVAL -> {
        awaiting = true;
        yield List.of(style.dim(EventFacts.said(event)));
      }
      case RUN_CHANGED, STATE_EDITED, OTHER -> List.of(style.dim(EventFacts.said(event)));
      case ORPHAN_FOUND, WARNING -> List.of(style.yellow("Warning: ") + EventFacts.said(event));
    };
  }

  private List<String> in(LiveLine.Mode next, Event event) {
    boolean cancelling = mode == LiveLine.Mode.CANCELLING;
    mode = cancelling ? mode : next;
    return List.of(style.dim(EventFacts.said(event)));
  }

  /** What it waits for before it begins, in the words of the event that says so. */
  public String waitsFor() {
    return before;
  }

  /** Since when the run is being cancelled, if it is. */
  public Optional<Instant> cancelledAt() {
    return Optional.ofNullable(cancelledAt);
  }

  /** Nodes that have left for a worker which has not said that it began. */
  public void leftForWorkers(List<String> nodes, Instant since) {
    nodes.forEach(node -> running.putIfAbsent(node, new Running(null, since)));
  }

  /** Whether the run was last heard to wait for approval; asks only once. */
  public boolean takeAwaiting() {
    boolean was = awaiting;
    awaiting = false;
    return was;
  }

  private List<String> started(Event event) {
    Action action = EventFacts.action(event).orElse(null);
    boolean again = running.put(node(event), new Running(action, event.at())) != null;
    if (isHidden(event)) {
      return List.of();
    }
    String doing = action == null ? "Working..." : ActionWords.of(action).doing();
    return again ? List.of() : List.of(style.bold(name(event) + ": " + doing) + worker(event));
  }

  private List<String> succeeded(Event event) {
    succeeded++;
    Running was = running.remove(node(event));
    if (isHidden(event)) {
      return List.of();
    }
    Action action = actionOf(event, was);
    String done =
        EventFacts.left(event)
            ? "Left in place (it existed before)"
            : (action == null ? "Complete" : ActionWords.of(action).done()) + after(event, was);
    String id =
        EventFacts.text(event, "id").map(value -> " [id=" + clipped(value) + "]").orElse("");
    List<String> lines = new ArrayList<>();
    lines.add(style.bold(name(event) + ": ") + done + id + worker(event));
    for (String line : EventFacts.lines(event)) {
      lines.add(style.bold(name(event) + ": ") + "| " + line);
    }
    return lines;
  }

  private List<String> failed(Event event) {
    failures++;
    Running was = running.remove(node(event));
    Action action = actionOf(event, was);
    String words = action == null ? "Failed" : ActionWords.of(action).failed();
    String errorClass = EventFacts.errorClass(event).orElse("");
    String message = EventFacts.errorMessage(event).orElse(EventFacts.saidOfNode(event));
    String attempted = action == null ? "" : ActionWords.of(action).attempted();
    keep(failed, new Trouble(node(event), attempted, errorClass, message));
    return List.of(
        style.bold(name(event) + ": ")
            + style.red(words)
            + after(event, was)
            + worker(event)
            + ": "
            + firstLine(message));
  }

  private List<String> skipped(Event event) {
    skips++;
    running.remove(node(event));
    if (skipped.size() < KEPT_FAILURES) {
      skipped.put(node(event), reason(event));
    }
    return List.of();
  }

  /** Without the word that the heading above it says. */
  static String reason(Event event) {
    String reason = EventFacts.text(event, "reason").orElse(EventFacts.saidOfNode(event));
    return NodeText.in(reason.startsWith(SKIPPED) ? reason.substring(SKIPPED.length()) : reason);
  }

  private List<String> inDoubt(Event event) {
    doubts++;
    Running was = running.remove(node(event));
    String message =
        EventFacts.errorMessage(event)
            .or(() -> EventFacts.text(event, "reason"))
            .orElse(EventFacts.saidOfNode(event));
    keep(inDoubt, new Trouble(node(event), "", "IN_DOUBT", message));
    return List.of(
        style.bold(name(event) + ": ")
            + style.yellow("In doubt")
            + after(event, was)
            + worker(event)
            + ": "
            + firstLine(message));
  }

  private List<String> again(Event event) {
    running.remove(node(event));
    return List.of(
        style.bold(name(event) + ": ") + style.yellow(firstLine(EventFacts.saidOfNode(event))));
  }

  /**
   * What has gone on for another ten seconds, where no line at the bottom shows it: the longest
   * first, and of many only some.
   */
  public List<String> stillRunning(Instant now) {
    List<String> lines = new ArrayList<>();
    int more = 0;
    List<String> nodes =
        running.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.comparing(Running::since)))
            .map(Map.Entry::getKey)
            .filter(node -> !isHidden(node))
            .toList();
    for (String node : nodes) {
      Running one = Objects.requireNonNull(running.get(node));
      int told = (int) (Duration.between(one.since(), now).toSeconds() / STILL_SECONDS);
      if (told <= one.told()) {
        continue;
      }
      running.put(node, new Running(one.action(), one.since(), told));
      if (lines.size() == MOST_STILL) {
        more++;
        continue;
      }
      String doing = one.action() == null ? "working..." : ActionWords.of(one.action()).doing();
      lines.add(
          style.bold(NodeText.of(node) + ": ")
              + "Still %s [%ds elapsed]"
                  .formatted(doing.toLowerCase(Locale.ROOT), told * STILL_SECONDS));
    }
    if (more > 0) {
      lines.add(style.dim("%d more go on for as long".formatted(more)));
    }
    return lines;
  }

  /** One line for the bottom of a terminal, no longer than {@code width}. */
  public String liveLine(Instant now, int width) {
    Instant start = began;
    if (start == null) {
      String text = mode == LiveLine.Mode.CANCELLING ? "cancelling..." : before;
      return style.dim(LiveLine.clip(text, width));
    }
    LiveLine.Progress reached =
        new LiveLine.Progress(
            mode,
            succeeded + failures + skips + doubts,
            total,
            running.size(),
            failures,
            doubts,
            Duration.between(start, now),
            longestRunning(now));
    return LiveLine.of(reached, width, style);
  }

  private Optional<LiveLine.Longest> longestRunning(Instant now) {
    return running.entrySet().stream()
        .min(Map.Entry.comparingByValue(Comparator.comparing(Running::since)))
        .map(
            entry ->
                new LiveLine.Longest(
                    NodeText.of(entry.getKey()), Duration.between(entry.getValue().since(), now)))
        .filter(longest -> longest.since().toSeconds() >= 2);
  }

  /** The event that ended the run, if it has ended. */
  public Optional<Event> end() {
    return Optional.ofNullable(end);
  }

  public int succeeded() {
    return succeeded;
  }

  public int total() {
    return total;
  }

  public List<Trouble> failures() {
    return List.copyOf(failed);
  }

  public List<Trouble> inDoubt() {
    return List.copyOf(inDoubt);
  }

  /** Node to reason, the first of them. */
  public Map<String, String> skips() {
    return Collections.unmodifiableMap(skipped);
  }

  public int skipCount() {
    return skips;
  }

  public long lastSequence() {
    return lastSequence;
  }

  private static void keep(List<Trouble> troubles, Trouble trouble) {
    if (troubles.size() < KEPT_FAILURES) {
      troubles.add(trouble);
    }
  }

  private static @Nullable Action actionOf(Event event, @Nullable Running was) {
    return EventFacts.action(event).orElse(was == null ? null : was.action());
  }

  private static String after(Event event, @Nullable Running was) {
    return EventFacts.took(event)
        .or(() -> Optional.ofNullable(was).map(w -> Duration.between(w.since(), event.at())))
        .map(took -> " after " + Durations.of(took))
        .orElse("");
  }

  private String worker(Event event) {
    return event.worker() == null ? "" : style.dim(" (" + event.worker() + ")");
  }

  private static String node(Event event) {
    return event.node() == null ? "run" : event.node();
  }

  private static String name(Event event) {
    return NodeText.of(node(event));
  }

  /** Nodes that a configuration adds for its own checks: shown only when they fail. */
  private static boolean isHidden(Event event) {
    return isHidden(node(event));
  }

  private static boolean isHidden(String node) {
    return node.equals(RecordKeys.OUTPUTS) || NodeId.role(node).isCondition();
  }

  private static String clipped(String value) {
    return LiveLine.clip(firstLine(value), 80);
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
