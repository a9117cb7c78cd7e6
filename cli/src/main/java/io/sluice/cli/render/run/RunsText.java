package io.sluice.cli.render.run;

import io.sluice.cli.render.Durations;
import io.sluice.cli.render.NaturalOrder;
import io.sluice.cli.render.NodeText;
import io.sluice.cli.render.Style;
import io.sluice.cli.render.Table;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Runs as a table, and one run with its nodes. */
public final class RunsText {
  private RunsText() {}

  /**
   * @param idle nothing goes on: what has not ended is interrupted
   */
  public static String list(List<RunRecord> runs, boolean idle, Instant now, Style style) {
    if (runs.isEmpty()) {
      return "There are no runs.\n";
    }
    Table table = new Table("RUN", "WORKSPACE", "KIND", "STATUS", "DONE", "SUBMITTED");
    for (RunRecord run : runs) {
      table.row(
          run.run(),
          run.workspace(),
          lower(run.kind()),
          status(run, idle),
          done(run.counts()) + " of " + run.counts().nodes() + cancelled(run.counts()),
          ago(run.submittedAt(), now));
    }
    return table.text(style);
  }

  /** A phase, or once it has ended its outcome. */
  public static String status(RunRecord run) {
    return words(run.outcome() == null ? run.shownPhase() : run.outcome());
  }

  private static String status(RunRecord run, boolean idle) {
    return idle && !run.ended() ? "interrupted" : status(run);
  }

  /** These are done too, and have neither succeeded nor failed. */
  private static String cancelled(RunCounts counts) {
    return counts.cancelled() == 0 ? "" : ", " + counts.cancelled() + " cancelled";
  }

  /** Nodes of which nothing more will be heard. */
  public static int done(RunCounts counts) {
    return counts.succeeded()
        + counts.failed()
        + counts.skipped()
        + counts.cancelled()
        + counts.inDoubt();
  }

  public static String show(
      RunRecord run, Map<String, NodeRecord> nodes, boolean idle, Instant now, Style style) {
    StringBuilder out = new StringBuilder(head(run, idle, now, style));
    if (!nodes.isEmpty()) {
      Activity activity =
          idle && !run.ended()
              ? Activity.INTERRUPTED
              : AwaitedText.nodes(run, nodes).isEmpty() ? Activity.GOES_ON : Activity.STOPPING;
      out.append('\n').append(nodes(nodes, activity, style));
    } else if (!run.failed().isEmpty()) {
      out.append('\n').append(failed(run.failed(), style));
    }
    return out.toString();
  }

  /** All but the nodes. */
  public static String head(RunRecord run, boolean idle, Instant now, Style style) {
    RunCounts counts = run.counts();
    StringBuilder out = new StringBuilder();
    line(out, "Run", style.bold(run.run()));
    line(out, "Workspace", run.workspace());
    line(out, "Status", status(run, idle));
    line(out, "Kind", lower(run.kind()));
    Optional.ofNullable(run.by()).ifPresent(by -> line(out, "By", by));
    line(
        out,
        "Submitted",
        run.submittedAt().truncatedTo(ChronoUnit.SECONDS)
            + " ("
            + ago(run.submittedAt(), now)
            + ")");
    Instant started = run.startedAt();
    Instant ended = run.endedAt();
    if (started != null) {
      Duration took = Duration.between(started, ended == null ? now : ended);
      line(
          out,
          ended != null ? "Took" : idle ? "Began" : "Running for",
          Durations.of(took) + (ended == null && idle ? " ago" : ""));
    }
    line(
        out,
        "Nodes",
        done(counts)
            + " of "
            + counts.nodes()
            + " done, "
            + counts.succeeded()
            + " succeeded, "
            + counts.failed()
            + " failed, "
            + counts.skipped()
            + " skipped, "
            + counts.inDoubt()
            + " in doubt"
            + cancelled(counts));
    line(out, "Resources", RunSummary.resources(counts).substring("Resources: ".length()));
    line(
        out,
        "Attempts",
        counts.attempts() + " for " + counts.nodes() + (counts.nodes() == 1 ? " node" : " nodes"));
    RunSummary.sentAgain(counts).ifPresent(text -> line(out, "Sent again", text));
    RunSummary.repeated(counts)
        .ifPresent(text -> line(out, "Repeated", text.substring(text.indexOf(": ") + 2)));
    run.reasons().forEach(reason -> line(out, "Reason", reason));
    return out.toString();
  }

  /** What becomes of the nodes that a worker has, or had. */
  private enum Activity {
    GOES_ON,
    STOPPING,
    INTERRUPTED
  }

  private static String nodes(Map<String, NodeRecord> nodes, Activity run, Style style) {
    Table table = new Table("NODE", "STATUS", "ATTEMPT", "WHY");
    SortedMap<String, NodeRecord> sorted = new TreeMap<>(NaturalOrder.TEXT);
    sorted.putAll(nodes);
    sorted.forEach(
        (name, node) ->
            table.row(
                NodeText.of(name),
                status(node, run),
                Integer.toString(node.attempt()),
                why(node, run)));
    return table.text(style);
  }

  private static String status(NodeRecord node, Activity run) {
    return run == Activity.INTERRUPTED && AwaitedText.isOut(node.status())
        ? "interrupted"
        : words(node.status());
  }

  /** Of an ended run only those are remembered that did not succeed. */
  private static String failed(List<NodeSummary> failed, Style style) {
    Table table = new Table("NODE", "STATUS", "WHY");
    failed.forEach(
        node -> {
          String what = node.message().lines().findFirst().orElse("");
          table.row(NodeText.of(node.node()), words(node.status()), what);
        });
    return table.text(style);
  }

  private static String why(NodeRecord node, Activity run) {
    if (AwaitedText.isOut(node.status())) {
      switch (run) {
        case STOPPING -> {
          return "the run waits for its worker to answer";
        }
        case INTERRUPTED -> {
          return node.status() == NodeStatus.STARTED
              ? "it had begun when the deployment stopped"
              : "it had been sent when the deployment stopped";
        }
        case GOES_ON -> {}
      }
    }
    if (node.error() != null) {
      return node.error().message().lines().findFirst().orElse("");
    }
    return node.reason() == null ? "" : node.reason();
  }

  private static void line(StringBuilder out, String name, String value) {
    out.append(String.format("%-12s %s%n", name + ":", value));
  }

  private static String ago(Instant then, Instant now) {
    return Durations.of(Duration.between(then, now)) + " ago";
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }

  private static String words(Enum<?> word) {
    return lower(word).replace('_', ' ');
  }
}
