package io.sluice.cli.trial;

import io.sluice.language.config.CheckRule;
import io.sluice.language.config.test.TestFile;
import io.sluice.language.config.test.TestRun;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.instancing.Conditions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.planning.decide.DesiredState;
import io.sluice.provider.ProviderRegistry;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The runs of one file, one after the other, and the end of what they have made. */
final class TestFileRun {
  private final Place place;
  private final TestFile file;
  private final boolean verbose;
  private final IntSupplier interrupts;
  private final TestReport report;
  private final EarlierRuns earlier;
  private final Map<String, Kept> states = new LinkedHashMap<>();
  private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
  private Verdict verdict = Verdict.SKIPPED;

  /** What the files of a command share. */
  record Place(
      Workshop workshop,
      ProviderRegistry registry,
      Map<String, TestSuite.TrialSource> modules,
      TestSuite.GlobalVariables global) {}

  /** A workspace, and the run that last changed it. */
  private static final class Kept {
    private final TrialDeployment deployment;
    private @Nullable Trial last;
    private int index;

    private Kept(TrialDeployment deployment) {
      this.deployment = deployment;
    }
  }

  TestFileRun(
      Place place, TestFile file, boolean verbose, IntSupplier interrupts, TestReport report) {
    this.place = place;
    this.file = file;
    this.verbose = verbose;
    this.interrupts = interrupts;
    this.report = report;
    this.earlier = new EarlierRuns(file.runs().stream().map(TestRun::name).toList());
  }

  Map<Verdict, Integer> counts() {
    return counts;
  }

  Verdict all() throws InterruptedException {
    report.fileBegins(file.path());
    if (file.runs().isEmpty()) {
      verdict = Verdict.PASSED;
    }
    for (int i = 0; i < file.runs().size(); i++) {
      TestRun run = file.runs().get(i);
      if (interrupts.getAsInt() > 0 || verdict == Verdict.BROKEN) {
        told(run, Verdict.SKIPPED, List.of(), Duration.ZERO, null);
      } else {
        one(run, i);
      }
    }
    report.fileTearsDown(file.path());
    cleanUp();
    report.fileEnds(file.path(), verdict);
    return verdict;
  }

  private void told(
      TestRun run,
      Verdict came,
      List<Diagnostic> diagnostics,
      Duration took,
      TestReport.@Nullable Seen seen) {
    counts.merge(came, 1, Integer::sum);
    verdict = verdict.and(came);
    report.run(file.path(), run.name(), came, diagnostics, took, seen);
  }

  private void one(TestRun run, int index) throws InterruptedException {
    long began = System.nanoTime();
    Diagnostics diagnostics = new Diagnostics();
    Trial trial = Trial.prepared(place, file, run, earlier, interrupts, diagnostics);
    TestReport.Seen seen = null;
    Verdict came = Verdict.BROKEN;
    if (trial != null) {
      String key =
          run.subject().stateKey() != null
              ? run.subject().stateKey()
              : run.module() == null ? "" : run.module().address();
      Kept kept = states.computeIfAbsent(key, any -> new Kept(place.workshop().deployment()));
      Trial.Done done = trial.run(kept.deployment);
      if (done.applied()) {
        kept.last = trial;
        kept.index = index;
      }
      diagnostics.addAll(done.diagnostics());
      if (!diagnostics.hasErrors()) {
        came = asserted(run, trial, done, diagnostics);
      }
      seen = verbose ? done.seen() : null;
    }
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    told(run, came, diagnostics.list(), took, seen);
  }

  private Verdict asserted(TestRun run, Trial trial, Trial.Done done, Diagnostics diagnostics) {
    TestScope scope = trial.scope(done, earlier);
    Verdict came = Verdict.PASSED;
    for (CheckRule rule : run.assertions()) {
      came = came.and(asserted(rule, scope, diagnostics));
    }
    Map<String, Value> given = new LinkedHashMap<>();
    done.view()
        .root()
        .module()
        .outputs()
        .keySet()
        .forEach(name -> given.put(name, done.output(name)));
    earlier.put(run.name(), ObjectValue.of(given));
    return came;
  }

  private static Verdict asserted(CheckRule rule, TestScope scope, Diagnostics diagnostics) {
    Diagnostics own = new Diagnostics();
    for (Expression expression : List.of(rule.condition(), rule.errorMessage())) {
      scope.check(expression, own);
      for (Traversal name : expression.variables()) {
        if (TestScope.isEphemeral(name)) {
          own.error(
              "Ephemeral resources cannot be asserted",
              "Ephemeral resources are closed when the test is finished, and are not available"
                  + " within the test context for assertions.",
              name.range());
        }
      }
    }
    diagnostics.addAll(own);
    if (own.hasErrors()) {
      return Verdict.BROKEN;
    }
    Evaluator evaluator = scope.evaluator();
    return switch (Conditions.check(rule, "condition", evaluator, diagnostics)) {
      case HOLDS -> Verdict.PASSED;
      case BROKEN -> Verdict.BROKEN;
      case LATER -> {
        diagnostics.error(
            "Unknown condition value",
            "Condition expression could not be evaluated at this time. This means you have executed"
                + " a `run` block with `command = plan` and one of the values your condition"
                + " depended on is not known until after the plan has been applied. Either remove"
                + " this value from your condition, or execute an `apply` command from this `run`"
                + " block. Alternatively, if there is an override for this value, you can make it"
                + " available during the plan phase by setting `override_during = plan` in the"
                + " `override_` block.",
            rule.condition().range());
        yield Verdict.BROKEN;
      }
      case FAILS -> {
        diagnostics.error(
            "Test assertion failed",
            Conditions.message(rule, evaluator, diagnostics),
            rule.condition().range());
        yield Verdict.FAILED;
      }
    };
  }

  /** What the last run made goes first. */
  private void cleanUp() throws InterruptedException {
    if (interrupts.getAsInt() > 1) {
      states.values().forEach(kept -> left(kept, List.of()));
      return;
    }
    List<Kept> last =
        states.values().stream()
            .filter(kept -> kept.last != null)
            .sorted(Comparator.comparingInt((Kept kept) -> kept.index).reversed())
            .toList();
    for (Kept kept : last) {
      Trial trial = kept.last;
      if (trial != null && !objects(kept).isEmpty()) {
        left(kept, trial.destroyed(kept.deployment));
      }
    }
  }

  private void left(Kept kept, List<Diagnostic> diagnostics) {
    List<Address> objects = objects(kept);
    Trial last = kept.last;
    if (last != null && (!objects.isEmpty() || !TestSuite.isSound(diagnostics))) {
      verdict = Verdict.BROKEN;
      report.left(file.path(), last.name(), diagnostics, objects);
    }
  }

  private static List<Address> objects(Kept kept) {
    return kept.deployment.snapshot().resources().stream()
        .map(record -> record.address())
        .filter(DesiredState::isObject)
        .toList();
  }
}
