package io.sluice.cli.render.run;

import io.sluice.cli.render.Durations;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What is said of a run that nothing goes on with, and of the ways out. */
public final class InterruptedText {
  private static final int SHOWN = 3;

  private InterruptedText() {}

  /**
   * A text for each of the runs, and one for the rest where there are many.
   *
   * @param command a command of this deployment, quoted for a shell
   */
  public static List<String> of(
      List<RunRecord> runs, Instant now, Function<List<String>, String> command) {
    List<String> texts = new ArrayList<>();
    runs.stream().limit(SHOWN).forEach(run -> texts.add(of(run, now, command)));
    if (runs.size() > SHOWN) {
      texts.add(
          (runs.size() - SHOWN)
              + " more were interrupted: "
              + command.apply(List.of("runs", "list", "--all")));
    }
    return texts;
  }

  public static String of(RunRecord run, Instant now, Function<List<String>, String> command) {
    return "Run "
        + run.run()
        + " was interrupted: "
        + what(run, now)
        + ".\n  To continue it: "
        + command.apply(List.of("runs", "resume", run.run()))
        + "\n  "
        + ending(run, command);
  }

  /**
   * What a deployment that has stopped leaves under way.
   *
   * @param up the command that goes on with them
   */
  public static String leaving(List<RunRecord> runs, Instant now, String up) {
    StringBuilder text = new StringBuilder();
    text.append(
        runs.size() == 1
            ? "1 run is under way; to continue it: `"
            : runs.size() + " runs are under way; to continue them: `");
    text.append(up).append("`:");
    runs.stream()
        .limit(SHOWN)
        .forEach(run -> text.append("\n  ").append(run.run()).append(", ").append(what(run, now)));
    if (runs.size() > SHOWN) {
      text.append("\n  and ").append(runs.size() - SHOWN).append(" more");
    }
    return text.toString();
  }

  /** The kind of the run, how far it is, and when it began. */
  public static String what(RunRecord run, Instant now) {
    Instant started = run.startedAt();
    Instant since = started == null ? run.submittedAt() : started;
    return run.kind().word()
        + " of workspace "
        + run.workspace()
        + (run.by() == null ? "" : " by " + run.by())
        + ", "
        + RunsText.done(run.counts())
        + " of "
        + run.counts().nodes()
        + " done, begun "
        + Durations.of(Duration.between(since, now))
        + " ago";
  }

  public static String ending(RunRecord run, Function<List<String>, String> command) {
    return "To end it: "
        + command.apply(List.of("runs", "cancel", run.run()))
        + "\n  To end it at once, leaving its running calls in doubt: "
        + command.apply(List.of("runs", "abandon", run.run()));
  }
}
