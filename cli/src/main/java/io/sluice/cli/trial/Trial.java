package io.sluice.cli.trial;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Asker;
import io.sluice.cli.trial.TrialDeployment.Crew;
import io.sluice.cli.trial.TrialDeployment.Ended;
import io.sluice.language.config.Module;
import io.sluice.language.config.VariableValues.Given;
import io.sluice.language.config.test.TestFile;
import io.sluice.language.config.test.TestRun;
import io.sluice.language.expression.FileTemplates;
import io.sluice.language.function.FunctionContext;
import io.sluice.language.function.Moment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Value;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.Purpose;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.Planning;
import io.sluice.planning.configuration.Bundle;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.Configuration.PlanInputs;
import io.sluice.planning.configuration.ConfigurationPlan;
import io.sluice.planning.configuration.ConfigurationView;
import io.sluice.planning.configuration.desired.EarlyReads;
import io.sluice.planning.configuration.desired.Outputs;
import io.sluice.planning.configuration.values.Upstream;
import io.sluice.planning.graph.Plan;
import io.sluice.provider.ProviderRegistry;
import io.sluice.questions.AnswerBook;
import io.sluice.questions.Rounds;
import io.sluice.worker.execution.TaskExecution;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** One run of a test, ready to be planned and applied. */
final class Trial {
  static final String WORKSPACE = "default";
  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final int AT_ONCE = 10;

  private final TestRun run;
  private final Workshop workshop;
  private final Configuration configuration;
  private final TestSuite.TrialSource source;
  private final ProviderRegistry registry;
  private final TaskExecution execution;
  private final Map<String, Value> undeclared;
  private final IntSupplier interrupts;

  private Trial(
      TestRun run,
      TestFileRun.Place place,
      Tested tested,
      TestSuite.TrialSource source,
      IntSupplier interrupts) {
    this.run = run;
    this.workshop = place.workshop();
    this.configuration = tested.configuration();
    this.source = source;
    this.registry = tested.registry();
    this.execution = workshop.execution(Path.of(source.files().workingDirectory()), registry);
    this.undeclared = tested.undeclared();
    this.interrupts = interrupts;
  }

  /**
   * The configuration as it is tested.
   *
   * @param undeclared values of variables that only the test has
   */
  private record Tested(
      Configuration configuration, ProviderRegistry registry, Map<String, Value> undeclared) {}

  /**
   * What a run has come to.
   *
   * @param applied whether anything may have been made
   * @param outputs as state has them after an apply
   */
  record Done(
      boolean applied,
      ConfigurationView view,
      List<Diagnostic> diagnostics,
      Map<String, Value> outputs,
      TestReport.@Nullable Seen seen) {
    /** An output as it is known best. */
    Value output(String name) {
      Value evaluated = view.root().output(name).value();
      Value recorded = outputs.get(name);
      return evaluated.isWhollyKnown() || recorded == null ? evaluated : recorded;
    }
  }

  /** Null when there is nothing to run, which is reported. */
  static @Nullable Trial prepared(
      TestFileRun.Place place,
      TestFile file,
      TestRun run,
      EarlierRuns earlier,
      IntSupplier interrupts,
      Diagnostics diagnostics) {
    new ExpectedFailures(run).check(diagnostics);
    TestSuite.TrialSource source =
        place.modules().get(run.module() == null ? "" : run.module().address());
    if (source == null || diagnostics.hasErrors()) {
      return null;
    }
    Module module = source.root();
    Functions functions = Functions.all();
    FunctionContext context =
        FileTemplates.context(functions, source.files().access(), Moment.UNKNOWN);
    TestVariables variables =
        new TestVariables(
            module,
            file,
            place.global().of(module, file, diagnostics),
            earlier,
            new TestVariables.Evaluating(functions, context),
            diagnostics);
    SortedMap<String, Value> values = variables.of(run);
    if (diagnostics.hasErrors()) {
      return null;
    }
    TrialModule trial =
        TrialModule.of(
            module,
            file,
            run,
            expression ->
                TestVariables.literal(
                    expression.range().file(), variables.within(values).evaluate(expression)),
            diagnostics);
    if (diagnostics.hasErrors()) {
      return null;
    }
    SortedMap<String, Given> given = new TreeMap<>();
    Map<String, Value> undeclared = new TreeMap<>();
    values.forEach(
        (name, value) -> {
          if (module.variables().containsKey(name)) {
            given.put(name, TestVariables.given(name, value));
          } else {
            undeclared.put(name, value);
          }
        });
    ProviderRegistry registry =
        new Mocks(trial.mocked(), file.overrides(run)).over(place.registry());
    Configuration configuration =
        Configuration.assembled(
            trial.root(),
            source.files(),
            given,
            WORKSPACE,
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            registry);
    return new Trial(
        run, place, new Tested(configuration, registry, undeclared), source, interrupts);
  }

  String name() {
    return run.name();
  }

  TestScope scope(Done done, EarlierRuns earlier) {
    Map<String, Value> outputs = new TreeMap<>();
    done.view()
        .root()
        .module()
        .outputs()
        .keySet()
        .forEach(name -> outputs.put(name, done.output(name)));
    return new TestScope(done.view(), outputs, undeclared, earlier);
  }

  /** A plan, or why there is none, and what it rests on. */
  private record Drawn(
      Planning.@Nullable Drawn plan,
      List<Diagnostic> diagnostics,
      PlanInputs inputs,
      Set<String> readers) {}

  Done run(TrialDeployment deployment) throws InterruptedException {
    RunKind kind = run.options().refreshOnly() ? RunKind.REFRESH : RunKind.APPLY;
    AnswerBook book = AnswerBook.empty();
    try {
      Drawn drawn = drawn(deployment, kind, options(), book);
      ExpectedFailures expected = new ExpectedFailures(run);
      ConfigurationView view = ConfigurationView.planned(configuration, drawn.inputs());
      if (!run.applies()) {
        ConfigurationPlan made = drawn.plan() == null ? null : drawn.plan().made();
        return new Done(
            false,
            view,
            expected.met(drawn.diagnostics()),
            Map.of(),
            new TestReport.Seen(made, null));
      }
      List<Diagnostic> planned = expected.explained(drawn.diagnostics());
      if (drawn.plan() == null) {
        return new Done(false, view, planned, Map.of(), null);
      }
      return applied(deployment, kind, drawn, view, expected);
    } finally {
      book.closed();
    }
  }

  private Done applied(
      TrialDeployment deployment,
      RunKind kind,
      Drawn drawn,
      ConfigurationView planned,
      ExpectedFailures expected)
      throws InterruptedException {
    List<Diagnostic> told = new ArrayList<>();
    drawn.diagnostics().stream()
        .filter(each -> !ExpectedFailures.isOfCheck(each))
        .forEach(told::add);
    List<Diagnostic> came = new ArrayList<>(carriedOut(deployment, kind, drawn));
    Snapshot state = deployment.snapshot();
    Set<String> readers = new HashSet<>(drawn.readers());
    readers.add(deployment.lastRun());
    ConfigurationView view = ConfigurationView.done(configuration, state, readers, planned.read());
    view.diagnostics().stream()
        .filter(each -> !each.about().isEmpty())
        .filter(each -> came.stream().noneMatch(other -> other.about().equals(each.about())))
        .forEach(came::add);
    told.addAll(expected.met(came));
    Map<String, Value> outputs = new TreeMap<>();
    Outputs.of(state).forEach((name, output) -> outputs.put(name, output.typed()));
    return new Done(true, view, told, outputs, new TestReport.Seen(null, state));
  }

  /** Destroys what a workspace holds; what went wrong with it. */
  List<Diagnostic> destroyed(TrialDeployment deployment) throws InterruptedException {
    AnswerBook book = AnswerBook.empty();
    try {
      Drawn drawn = drawn(deployment, RunKind.DESTROY, RunOptions.DEFAULT, book);
      return drawn.plan() == null
          ? drawn.diagnostics()
          : carriedOut(deployment, RunKind.DESTROY, drawn);
    } finally {
      book.closed();
    }
  }

  private RunOptions options() {
    TestRun.Options said = run.options();
    return new RunOptions(
        0,
        OnFailure.CONTINUE,
        said.targets(),
        said.refresh(),
        RunOptions.Approval.GIVEN,
        null,
        false,
        true,
        List.of(),
        said.replaces());
  }

  private Drawn drawn(TrialDeployment deployment, RunKind kind, RunOptions options, AnswerBook book)
      throws InterruptedException {
    Set<String> readers = Set.of();
    PlanInputs before = new PlanInputs(deployment.snapshot(), kind, options, Map.of());
    Optional<Plan> reads =
        kind == RunKind.REFRESH ? Optional.empty() : configuration.reads(before, true, false);
    if (reads.isPresent()) {
      Ended ended = deployment.run(RunKind.REFRESH, options, crew(reading(reads)), interrupts);
      List<Diagnostic> failures = Failures.of(ended);
      if (!failures.isEmpty()) {
        return new Drawn(null, failures, before, readers);
      }
      readers = Set.of(deployment.lastRun());
    }
    Snapshot state = deployment.snapshot();
    PlanInputs inputs =
        new PlanInputs(state, kind, options, EarlyReads.found(state, readers), Upstream.NONE, book);
    Planning.Outcome outcome;
    try (Asker asker = workshop.asker()) {
      Rounds rounds = new Rounds(asker::answer, AT_ONCE, PAUSE, elapsed -> {});
      outcome =
          rounds.drawn(new Planning.Directory(configuration, kind, options, readers), state, book);
    }
    return switch (outcome) {
      case Planning.Ask ask -> new Drawn(null, ask.unanswered().reasons(), inputs, readers);
      case Planning.Refused(List<Diagnostic> reasons, boolean invalid) ->
          new Drawn(null, reasons, inputs, readers);
      case Planning.Drawn plan -> new Drawn(plan, plan.made().warnings(), inputs, readers);
    };
  }

  /** Reads what is to be read, and then does nothing. */
  private TrialDeployment.Planner reading(Optional<Plan> reads) {
    return (id, refreshed) ->
        refreshed || reads.isEmpty()
            ? nothing()
            : new Planning.Drawn(ConfigurationPlan.untold(reads.get()), Purpose.READ, null);
  }

  private static Planning.Outcome nothing() {
    return new Planning.Drawn(ConfigurationPlan.untold(Plan.part(List.of())), Purpose.CHANGE, null);
  }

  private Crew crew(TrialDeployment.Planner planner) {
    return new Crew(execution, registry, document(), planner);
  }

  /** What parts that are planned late are planned from. */
  private JsonNode document() {
    Bundle bundle =
        configuration.bundle(source.files(), ".", workshop.keys().sealer(), null, List.of());
    return bundle.toJson();
  }

  /** What went wrong. */
  private List<Diagnostic> carriedOut(TrialDeployment deployment, RunKind kind, Drawn drawn)
      throws InterruptedException {
    Planning.Drawn plan = Objects.requireNonNull(drawn.plan());
    if (plan.plan().nodes().isEmpty() && kind != RunKind.REFRESH) {
      return List.of();
    }
    Ended ended =
        deployment.run(
            kind,
            drawn.inputs().options().refreshing(false),
            crew((id, refreshed) -> plan),
            interrupts);
    return Failures.of(ended);
  }
}
