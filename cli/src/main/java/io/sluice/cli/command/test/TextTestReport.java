package io.sluice.cli.command.test;

import io.sluice.cli.plan.ShownParts;
import io.sluice.cli.render.StateText;
import io.sluice.cli.render.Style;
import io.sluice.cli.render.plan.PlanText;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.trial.TestReport;
import io.sluice.cli.trial.Verdict;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.planning.configuration.ConfigurationPlan;
import io.sluice.planning.decide.DesiredState;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What people see of tests. */
final class TextTestReport implements TestReport {
  private final Invocation invocation;
  private final PrintStream out;
  private final Style style;
  private final boolean verbose;

  TextTestReport(Invocation invocation, boolean verbose) {
    this.invocation = invocation;
    this.out = invocation.terminal().out();
    this.style = invocation.terminal().style();
    this.verbose = verbose;
  }

  @Override
  public void begins(Map<String, List<String>> files) {}

  @Override
  public void fileBegins(String file) {
    out.println(file + "... " + style.dim("in progress"));
    out.flush();
  }

  @Override
  public void run(
      String file,
      String run,
      Verdict verdict,
      List<Diagnostic> diagnostics,
      Duration took,
      @Nullable Seen seen) {
    out.println("  run \"%s\"... %s".formatted(run, word(verdict)));
    if (verbose && seen != null) {
      show(seen);
    }
    out.flush();
    diagnostics.forEach(invocation::tell);
  }

  private void show(Seen seen) {
    ConfigurationPlan plan = seen.plan();
    Snapshot state = seen.state();
    out.println();
    if (plan != null) {
      out.print(
          PlanText.of(
              ShownParts.changes(plan.changes()),
              ShownParts.outputs(List.copyOf(plan.outputs().values())),
              style));
    }
    if (state != null) {
      state.resources().stream()
          .filter(record -> DesiredState.isObject(record.address()))
          .forEach(record -> out.print(StateText.show(record, style)));
    }
    out.println();
  }

  @Override
  public void fileTearsDown(String file) {
    out.println(file + "... " + style.dim("tearing down"));
    out.flush();
  }

  @Override
  public void left(String file, String run, List<Diagnostic> diagnostics, List<Address> objects) {
    if (diagnostics.stream().anyMatch(Diagnostic::isError)) {
      invocation.note("\nDestroying what %s/%s has made did not work out.".formatted(file, run));
    }
    diagnostics.forEach(invocation::tell);
    if (!objects.isEmpty()) {
      invocation.note(
          "\nThese objects of %s/%s are left, and nothing remembers them; delete them yourself:"
              .formatted(file, run));
      objects.forEach(address -> invocation.note("  - " + address));
    }
  }

  @Override
  public void fileEnds(String file, Verdict verdict) {
    out.println(file + "... " + word(verdict));
    out.flush();
  }

  @Override
  public void ends(Verdict verdict, Map<Verdict, Integer> counts) {
    int passed = counts.getOrDefault(Verdict.PASSED, 0);
    int skipped = counts.getOrDefault(Verdict.SKIPPED, 0);
    int failed = counts.getOrDefault(Verdict.FAILED, 0) + counts.getOrDefault(Verdict.BROKEN, 0);
    String rest = skipped > 0 ? ", " + skipped + " skipped." : ".";
    out.println();
    if (verdict == Verdict.SKIPPED || verdict == Verdict.PENDING) {
      out.println("Executed 0 tests" + rest);
    } else {
      out.println(
          (verdict == Verdict.PASSED ? style.green("Success!") : style.red("Failure!"))
              + " %d passed, %d failed".formatted(passed, failed)
              + rest);
    }
    out.flush();
  }

  private String word(Verdict verdict) {
    return switch (verdict) {
      case PASSED -> style.green(verdict.word());
      // To people it is the same; programs are told which.
      case FAILED, BROKEN -> style.red(Verdict.FAILED.word());
      case SKIPPED, PENDING -> style.dim(verdict.word());
    };
  }
}
