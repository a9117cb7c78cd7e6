package io.sluice.machine.graph;

import io.sluice.machine.task.MachineSettings;
import java.util.Collection;

/** What is remembered of ended runs, and how much of it is too much. */
public final class Surplus {
  /** Documents kept so that a run can be tried again. */
  public static final int SUBMISSIONS_KEPT = 10;

  /** Runs that only asked, whose answers nobody has fetched yet. */
  public static final int ANSWERS_KEPT = 8;

  /** Documents that are kept may together take one part in four of the largest. */
  private static final int KEPT_SHARE = 4;

  private Surplus() {}

  /** Whether ended runs are remembered, or their documents kept, beyond what was agreed. */
  public static boolean stands(Collection<RunState> runs, MachineSettings settings) {
    int forgettable = 0;
    int documents = 0;
    int answers = 0;
    long answered = 0;
    long bytes = 0;
    for (RunState run : runs) {
      if (isOver(run)) {
        forgettable += run.isBare() ? 1 : 0;
        answers += run.keepsAnswers() ? 1 : 0;
        answered += run.keepsAnswers() ? run.answersSize() : 0;
        documents += run.submission() == null ? 0 : 1;
        bytes += run.submissionSize();
      }
    }
    return forgettable > settings.rememberedRuns()
        || documents > SUBMISSIONS_KEPT
        || areTooMany(answers, answered, settings)
        || bytes > keptBytes(settings);
  }

  /** A command that asked may be gone; the last one may still come for its answers. */
  public static boolean areTooMany(int runs, long answered, MachineSettings settings) {
    return runs > ANSWERS_KEPT || (runs > 1 && answered > keptBytes(settings));
  }

  public static long keptBytes(MachineSettings settings) {
    return settings.limits().bytes().submission() / KEPT_SHARE;
  }

  public static boolean isOver(RunState run) {
    return run.recorded() && !run.active() && !run.hasLeftovers();
  }
}
