package io.sluice.cli.render.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.render.DoubtText;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.NodeText;
import io.sluice.cli.render.Style;
import io.sluice.cli.render.Wrapped;
import io.sluice.language.report.TextReport;
import io.sluice.language.report.Visible;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourceRange;
import io.sluice.model.json.Json;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunCounts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The last word on a run: what came of it, what failed and why, and how to go on. */
public final class RunSummary {
  private static final int SHOWN_SKIPS = 10;

  /** What to type next. */
  public interface Advice {
    /** The command that does what is left. */
    String again();

    /** A command of this deployment, quoted for a shell. */
    String command(List<String> words);

    /** How wide it may be. */
    default int width() {
      return Integer.MAX_VALUE;
    }

    /** Whether what was done is told of the runs that this one has begun. */
    default boolean isTotalled() {
      return false;
    }

    /** Where the block of a node stands, if that is known. */
    default Optional<SourceRange> place(String node) {
      return Optional.empty();
    }

    /**
     * What is in doubt in the workspace, from other runs too: such nodes fail until it is resolved.
     */
    List<DoubtText.Doubt> doubts();
  }

  private RunSummary() {}

  /**
   * @param progress what events said about the run's nodes
   */
  public static String of(RunEnd run, RunProgress progress, Advice advice, Style style) {
    StringBuilder out = new StringBuilder("\n");
    List<RunProgress.Trouble> failed = failures(run, progress);
    TextReport report = new TextReport(style.isColour());
    failed.forEach(trouble -> out.append(report.one(fault(trouble, advice))).append('\n'));
    more(run.counts().failed() - failed.size(), "failed", run, advice, out);
    doubts(run, progress).forEach(trouble -> out.append(doubt(run, trouble, advice, style)));
    skips(progress, run, advice, out);
    switch (run.outcome()) {
      case SUCCEEDED -> out.append(succeeded(run, advice, style));
      case FAILED ->
          out.append(style.red(style.bold(word(run) + " incomplete.")))
              .append(numbers(run, advice))
              .append("\n")
              .append(whatIsLeft(run, progress, advice));
      case CANCELLED ->
          out.append(style.yellow(style.bold(word(run) + " cancelled.")))
              .append(numbers(run, advice))
              .append("\n")
              .append(whatIsLeft(run, progress, advice));
      case NEEDS_ATTENTION ->
          out.append(style.yellow(style.bold(word(run) + " finished with unknown outcomes.")))
              .append(numbers(run, advice))
              .append("\n")
              .append(whatIsLeft(run, progress, advice));
      case REFUSED ->
          run.reasons()
              .forEach(
                  reason ->
                      out.append(style.red("Refused: ")).append(Visible.text(reason)).append("\n"));
    }
    repeated(run.counts()).ifPresent(line -> out.append(style.dim(line)).append("\n"));
    return out.toString();
  }

  private static String numbers(RunEnd run, Advice advice) {
    String resources = advice.isTotalled() ? "" : " " + resources(run.counts());
    return resources + rest(run.counts());
  }

  private static Diagnostic fault(RunProgress.Trouble trouble, Advice advice) {
    return Wrapped.diagnostic(NodeFault.of(trouble, advice.place(trouble.node())), advice.width());
  }

  /** What is in doubt comes first: until it is settled, the same command fails at it again. */
  private static String whatIsLeft(RunEnd run, RunProgress progress, Advice advice) {
    Set<String> own = new HashSet<>();
    doubts(run, progress).forEach(trouble -> own.add(trouble.node()));
    List<DoubtText.Doubt> others =
        advice.doubts().stream()
            .filter(doubt -> !(doubt.run().equals(run.run()) && own.contains(doubt.node())))
            .toList();
    StringBuilder out = new StringBuilder("What succeeded is in state.");
    if (!others.isEmpty()) {
      out.append(" What is in doubt is not changed until it is resolved:\n")
          .append(DoubtText.ways(others, advice::command));
    }
    boolean doubtful = !others.isEmpty() || !own.isEmpty();
    if (!others.isEmpty()) {
      out.append("To do the rest then: ");
    } else {
      out.append(doubtful ? " To do the rest, once that is resolved: " : " To do the rest: ");
    }
    return out.append(advice.again()).append("\n").toString();
  }

  /** As the run's record has them; a record without them leaves what was heard on the way. */
  public static List<RunProgress.Trouble> failures(RunEnd run, RunProgress progress) {
    List<RunProgress.Trouble> recorded = troubles(run, NodeStatus.FAILED);
    if (recorded.isEmpty()) {
      return progress.failures();
    }
    Map<String, String> attempted = new HashMap<>();
    progress.failures().forEach(heard -> attempted.put(heard.node(), heard.attempted()));
    return recorded.stream()
        .map(
            trouble ->
                new RunProgress.Trouble(
                    trouble.node(),
                    attempted.getOrDefault(trouble.node(), ""),
                    trouble.errorClass(),
                    trouble.message()))
        .toList();
  }

  private static List<RunProgress.Trouble> doubts(RunEnd run, RunProgress progress) {
    List<RunProgress.Trouble> recorded = troubles(run, NodeStatus.IN_DOUBT);
    return recorded.isEmpty() ? progress.inDoubt() : recorded;
  }

  private static List<RunProgress.Trouble> troubles(RunEnd run, NodeStatus status) {
    return run.failed().stream()
        .filter(node -> node.status() == status)
        .map(
            node ->
                new RunProgress.Trouble(
                    node.node(),
                    "",
                    node.errorClass() == null ? "" : node.errorClass().name(),
                    Visible.text(node.message())))
        .toList();
  }

  private static String succeeded(RunEnd run, Advice advice, Style style) {
    RunCounts counts = run.counts();
    if (advice.isTotalled()) {
      return style.green(style.bold(word(run) + " complete!")) + "\n";
    }
    if (counts.added() + counts.changed() + counts.destroyed() + counts.imported() == 0
        && counts.succeeded() == counts.unchanged()) {
      return style.green(style.bold("No changes.")) + " Everything matches the plan.\n";
    }
    return style.green(style.bold(word(run) + " complete! " + resources(counts))) + "\n";
  }

  private static String word(RunEnd run) {
    RunKind kind = run.kind();
    return switch (kind) {
      case APPLY -> "Apply";
      case DESTROY -> "Destroy";
      case REFRESH -> "Refresh";
      case DRIFT -> "Drift";
      case IMPORT -> "Import";
      case EDIT -> "Edit";
      case PLAN -> "Plan";
    };
  }

  static String resources(RunCounts counts) {
    return "Resources: "
        + (counts.imported() == 0 ? "" : counts.imported() + " imported, ")
        + counts.added()
        + " added, "
        + counts.changed()
        + " changed, "
        + counts.destroyed()
        + " destroyed"
        + (counts.left() == 0 ? "" : ", " + counts.left() + " left in place")
        + ".";
  }

  private static String rest(RunCounts counts) {
    List<String> parts = new ArrayList<>();
    part(counts.failed(), "failed", parts);
    part(counts.skipped(), "skipped", parts);
    part(counts.cancelled(), "cancelled", parts);
    part(counts.inDoubt(), "in doubt", parts);
    return parts.isEmpty() ? "" : " Nodes: " + String.join(", ", parts) + ".";
  }

  private static void part(int count, String word, List<String> parts) {
    if (count > 0) {
      parts.add(count + " " + word);
    }
  }

  private static String doubt(RunEnd run, RunProgress.Trouble trouble, Advice advice, Style style) {
    DoubtText.Doubt doubt = new DoubtText.Doubt(run.run(), trouble.node(), trouble.node());
    return style.yellow(style.bold("In doubt: "))
        + style.bold(NodeText.of(trouble.node()))
        + "\n"
        + indented(trouble.message())
        + "  The outcome is unknown. Check the object, then run one of:\n"
        + DoubtText.ways(doubt, advice::command, "    ")
        + "\n";
  }

  private static void skips(RunProgress progress, RunEnd run, Advice advice, StringBuilder out) {
    Map<String, String> skips = progress.skips();
    if (skips.isEmpty()) {
      return;
    }
    out.append("Skipped:\n");
    skips.entrySet().stream()
        .limit(SHOWN_SKIPS)
        .forEach(
            skip ->
                out.append("  ")
                    .append(NodeText.of(skip.getKey()))
                    .append(": ")
                    .append(skip.getValue())
                    .append("\n"));
    more(progress.skipCount() - Math.min(SHOWN_SKIPS, skips.size()), "skipped", run, advice, out);
    out.append("\n");
  }

  private static void more(int count, String word, RunEnd run, Advice advice, StringBuilder out) {
    if (count > 0) {
      out.append("  and ")
          .append(count)
          .append(" more ")
          .append(word)
          .append(": ")
          .append(advice.command(List.of("runs", "show", run.run())))
          .append("\n");
    }
  }

  private static String indented(String text) {
    return text.lines().map(line -> "  " + line + "\n").collect(Collectors.joining());
  }

  /** What was done more than once, said honestly; empty when nothing was. */
  static Optional<String> repeated(RunCounts counts) {
    List<String> parts = new ArrayList<>();
    several(counts.recovered(), "operation", "tried again after a lost reply", parts);
    several(counts.lostWorkers(), "attempt", "lost with its worker", parts);
    several(counts.duplicates(), "result", "received twice", parts);
    several(counts.orphans(), "object", "found without a record (orphans)", parts);
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("Repeated: " + String.join(", ", parts) + ".");
  }

  private static void several(int count, String what, String how, List<String> parts) {
    if (count > 0) {
      parts.add(count + " " + what + (count == 1 ? " was " : "s were ") + how);
    }
  }

  /**
   * Tasks that were sent once more. A provider that is slow to start is reason enough for many, and
   * what they had done is counted elsewhere: this is no word about operations.
   */
  static Optional<String> sentAgain(RunCounts counts) {
    List<String> parts = new ArrayList<>();
    part(counts.redelivered(), "delivered again", parts);
    part(counts.deferred(), "deferred", parts);
    part(counts.dropped(), "dropped", parts);
    part(counts.gaveUp(), "given up", parts);
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", parts));
  }

  /** The end of a run for programs. */
  public static ObjectNode line(RunEnd run, Instant at) {
    ObjectNode line =
        JsonLine.of("summary", at).put("run", run.run()).put("workspace", run.workspace());
    line.set("outcome", Json.toTree(run.outcome()));
    numbers(run.counts()).forEach(line::put);
    return line;
  }

  /** The numbers that programs want, whether zero or not. */
  public static Map<String, Integer> numbers(RunCounts counts) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    numbers.put("nodes", counts.nodes());
    numbers.put("succeeded", counts.succeeded());
    numbers.put("failed", counts.failed());
    numbers.put("skipped", counts.skipped());
    numbers.put("cancelled", counts.cancelled());
    numbers.put("in_doubt", counts.inDoubt());
    numbers.put("added", counts.added());
    numbers.put("changed", counts.changed());
    numbers.put("destroyed", counts.destroyed());
    numbers.put("left", counts.left());
    numbers.put("imported", counts.imported());
    numbers.put("unchanged", counts.unchanged());
    numbers.put("attempts", counts.attempts());
    numbers.put("recovered", counts.recovered());
    numbers.put("redelivered", counts.redelivered());
    numbers.put("duplicates", counts.duplicates());
    numbers.put("orphans", counts.orphans());
    numbers.put("lost_workers", counts.lostWorkers());
    return numbers;
  }
}
