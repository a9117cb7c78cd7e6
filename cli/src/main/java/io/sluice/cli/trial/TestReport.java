package io.sluice.cli.trial;

import io.sluice.language.source.Diagnostic;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.planning.configuration.ConfigurationPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who is told how tests go. */
public interface TestReport {
  /**
   * What a run has shown, for those who want to see all of it.
   *
   * @param plan null where it was applied
   * @param state null where it was only planned
   */
  record Seen(@Nullable ConfigurationPlan plan, @Nullable Snapshot state) {}

  /**
   * What there is to do.
   *
   * @param files the names of the runs by the paths of their files
   */
  void begins(Map<String, List<String>> files);

  void fileBegins(String file);

  /**
   * @param seen null unless everything is to be shown
   */
  void run(
      String file,
      String run,
      Verdict verdict,
      List<Diagnostic> diagnostics,
      Duration took,
      @Nullable Seen seen);

  void fileTearsDown(String file);

  /** What could not be destroyed, or why. */
  void left(String file, String run, List<Diagnostic> diagnostics, List<Address> objects);

  void fileEnds(String file, Verdict verdict);

  /**
   * @param counts of runs, by their verdicts
   */
  void ends(Verdict verdict, Map<Verdict, Integer> counts);
}
