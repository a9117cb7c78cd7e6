package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Module;
import io.sluice.language.config.VariableSources;
import io.sluice.language.config.VariableValues;
import io.sluice.language.config.VariableValues.Given;
import io.sluice.language.config.check.LooseExpressions;
import io.sluice.language.console.Console;
import io.sluice.language.function.Budget;
import io.sluice.language.instancing.Evaluation;
import io.sluice.language.instancing.ModuleEnvironment;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.Phase;
import io.sluice.language.instancing.Repeated;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Oversize;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.address.SettledOutputs;
import io.sluice.planning.configuration.desired.AnsweredCalls;
import io.sluice.planning.configuration.desired.DesiredConfiguration;
import io.sluice.planning.configuration.desired.EarlyReads;
import io.sluice.planning.configuration.desired.EphemeralResources;
import io.sluice.planning.configuration.late.LateRequest;
import io.sluice.planning.configuration.recorded.AsRecorded;
import io.sluice.planning.configuration.served.TravellingProviders;
import io.sluice.planning.configuration.values.ProviderCalls;
import io.sluice.planning.configuration.values.Upstream;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.CheckedDocument.Import;
import io.sluice.planning.graph.Diff;
import io.sluice.planning.graph.Plan;
import io.sluice.provider.ProviderRegistry;
import io.sluice.seal.Sealer;
import io.sluice.stacks.load.StackLoader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A configuration that was loaded and statically checked, with the values of its variables. */
public final class Configuration {
  private final Module root;
  private final SourceFiles files;
  private final SortedMap<String, Given> variables;
  private final String workspace;
  private final String planTimestamp;
  private final ProviderRegistry registry;

  private Configuration(
      Module root,
      SourceFiles files,
      SortedMap<String, Given> variables,
      String workspace,
      String planTimestamp,
      ProviderRegistry registry) {
    this.root = root;
    this.files = files;
    this.variables = variables;
    this.workspace = workspace;
    this.planTimestamp = planTimestamp;
    this.registry = registry;
  }

  /**
   * The outcome of loading.
   *
   * @param configuration null when there are errors: then nothing can be evaluated
   */
  public record Loaded(@Nullable Configuration configuration, List<Diagnostic> diagnostics) {
    public Loaded {
      diagnostics = List.copyOf(diagnostics);
    }
  }

  /**
   * Loads everything and gives the root's variables their values.
   *
   * @param planTimestamp what {@code plantimestamp()} says, in RFC 3339
   */
  public static Loaded load(
      SourceFiles files,
      VariableSources sources,
      String workspace,
      String planTimestamp,
      ProviderRegistry registry) {
    Diagnostics diagnostics = new Diagnostics();
    Module root = StackLoader.root(files, diagnostics).orElse(null);
    if (root == null || diagnostics.hasErrors()) {
      return new Loaded(null, diagnostics.list());
    }
    SortedMap<String, Given> given =
        VariableValues.of(root, files.ofVariables(), sources.in(workspace), diagnostics);
    Configuration made =
        diagnostics.hasErrors()
            ? null
            : new Configuration(root, files, given, workspace, planTimestamp, registry);
    return new Loaded(made, diagnostics.list());
  }

  /** The configuration of a bundle whose sealed values are open, with the providers in it. */
  public static Loaded of(Bundle bundle, ProviderRegistry others) {
    Diagnostics diagnostics = new Diagnostics();
    ProviderRegistry registry = TravellingProviders.beside(others, bundle.providers(), diagnostics);
    Module root = StackLoader.root(bundle, diagnostics).orElse(null);
    if (root == null || diagnostics.hasErrors()) {
      return new Loaded(null, diagnostics.list());
    }
    return new Loaded(
        new Configuration(
            root,
            bundle,
            VariableLiterals.given(bundle.variables()),
            bundle.workspace(),
            bundle.planTimestamp(),
            registry),
        diagnostics.list());
  }

  /** A configuration of parts, for those who change them before they are evaluated. */
  public static Configuration assembled(
      Module root,
      SourceFiles files,
      SortedMap<String, Given> variables,
      String workspace,
      String planTimestamp,
      ProviderRegistry registry) {
    return new Configuration(root, files, variables, workspace, planTimestamp, registry);
  }

  /**
   * What a plan rests on. {@code state} has its sealed values opened.
   *
   * @param upstream what is planned of other workspaces
   */
  public record PlanInputs(
      Snapshot state,
      RunKind kind,
      RunOptions options,
      Map<Address, JsonNode> reads,
      Upstream upstream,
      Answers answers) {
    /** Where every provider answers in this process. */
    public PlanInputs(
        Snapshot state, RunKind kind, RunOptions options, Map<Address, JsonNode> reads) {
      this(state, kind, options, reads, Upstream.NONE, Answers.AT_ONCE);
    }

    PlanInputs answeredBy(Answers others) {
      return new PlanInputs(state, kind, options, reads, upstream, others);
    }
  }

  /** The outcome of planning. */
  public sealed interface Outcome {}

  public record Planned(ConfigurationPlan plan) implements Outcome {}

  /** Answers are missing. */
  public record Asked(List<Question> questions) implements Outcome {
    public Asked {
      questions = List.copyOf(questions);
    }
  }

  public record Refused(List<Diagnostic> diagnostics) implements Outcome {
    public Refused {
      diagnostics = List.copyOf(diagnostics);
    }
  }

  /** All that can be said of it without values, by its providers too. */
  public ConfigurationValidation.Found validated(Answers answers) {
    return ConfigurationValidation.of(files, registry, answers);
  }

  /** Why there is nothing to plan with: a configuration without a file would delete everything. */
  public Optional<Diagnostic> absence(RunKind kind) {
    return kind == RunKind.DESTROY ? Optional.empty() : files.absence();
  }

  public Outcome plan(PlanInputs inputs) {
    Optional<Diagnostic> absence = absence(inputs.kind());
    if (absence.isPresent()) {
      return new Refused(List.of(absence.get()));
    }
    try {
      return inputs.options().targets().isEmpty()
          ? planned(inputs)
          : TargetedAnswers.drawn(inputs, root, this::planned);
    } catch (StackOverflowError | Oversize | Budget.Exhausted e) {
      return new Refused(List.of(EvaluationBounds.exceeded(e)));
    }
  }

  private Outcome planned(PlanInputs inputs) {
    Diagnostics diagnostics = new Diagnostics();
    DesiredConfiguration wanted = wanted(Phase.PLAN, inputs, diagnostics);
    ConfigurationWithOutputs planning =
        new ConfigurationWithOutputs(
            root,
            wanted,
            inputs.state(),
            registry,
            SettledOutputs.of(root, inputs.options()),
            diagnostics);
    Diff.Outcome outcome = Diff.draw(situation(inputs, new TreeMap<>()), planning);
    List<Question> calls = wanted.unanswered();
    if (!calls.isEmpty() && !wanted.wereRefused()) {
      // What is asked about objects may rest on them, provider configurations too.
      return new Asked(calls);
    }
    return switch (outcome) {
      // Faults may come from the missing answers.
      case Diff.Asked(List<Question> questions) ->
          wanted.wereRefused() ? new Refused(diagnostics.list()) : new Asked(questions);
      case Diff.Refused(List<Diagnostic> reasons) -> {
        diagnostics.addAll(reasons);
        yield new Refused(diagnostics.list());
      }
      case Diff.Drawn(var plan) ->
          diagnostics.hasErrors()
              ? new Refused(diagnostics.list())
              : new Planned(planning.told(plan));
    };
  }

  /**
   * Takes objects into state that exist, each by the provider of the block that describes it, and
   * if {@code undeclared}, also where no block does.
   */
  public Outcome importing(PlanInputs inputs, List<Import> wishes, boolean undeclared) {
    return new ConfigurationImport(this, inputs).of(wishes, undeclared);
  }

  /** As if everything were applied: what is unchanged, read or reached is known by then. */
  Situation whole(Snapshot state) {
    return new Situation(
        nothing(new TreeMap<>(), List.of()),
        state,
        RunKind.APPLY,
        RunOptions.DEFAULT,
        registry,
        new AsRecorded());
  }

  /** The same on what is asked for. */
  public Situation situation(PlanInputs inputs, SortedMap<String, ProviderBlock> providers) {
    return new Situation(
        nothing(providers, List.of()),
        inputs.state(),
        inputs.kind(),
        inputs.options(),
        registry,
        inputs.answers());
  }

  /**
   * What workers are to read before it can be planned; empty if there is nothing.
   *
   * @param sources whether data sources are among it
   * @param everyProvider whether objects are among it whose providers plan by themselves
   */
  public Optional<Plan> reads(PlanInputs inputs, boolean sources, boolean everyProvider) {
    return new ReadsFirst(this, inputs).plan(sources, everyProvider);
  }

  /** The provider blocks on what state holds; what only a worker knows is left to it. */
  public SortedMap<String, ProviderBlock> providers(Snapshot state) {
    PlanInputs inputs = new PlanInputs(state, RunKind.APPLY, RunOptions.DEFAULT, Map.of());
    DesiredConfiguration wanted = wanted(Phase.PLAN, inputs, new Diagnostics());
    Diff.draw(whole(state), wanted);
    return wanted.providers();
  }

  /** Whether there are data sources for workers to read before a plan. */
  public boolean hasData() {
    return EarlyReads.areIn(root, registry);
  }

  /** Whether something has to be open while a plan is drawn, where it can be opened. */
  public boolean hasEphemerals() {
    return EphemeralResources.areIn(root);
  }

  public Module root() {
    return root;
  }

  ProviderRegistry registry() {
    return registry;
  }

  DesiredConfiguration wanted(Phase phase, PlanInputs inputs, Diagnostics diagnostics) {
    return wanted(phase, inputs, diagnostics, null);
  }

  /** What a part of it wants in the middle of a run. */
  public DesiredConfiguration wanted(PlanInputs inputs, LateRequest part, Diagnostics diagnostics) {
    return wanted(Phase.PLAN, inputs, diagnostics, part);
  }

  private DesiredConfiguration wanted(
      Phase phase, PlanInputs inputs, Diagnostics diagnostics, @Nullable LateRequest part) {
    AnsweredCalls calls = new AnsweredCalls(inputs.answers());
    return new DesiredConfiguration(
        root,
        environment(phase, calls),
        files.place(),
        variables,
        registry,
        inputs.options().replaces(),
        inputs.reads(),
        inputs.upstream(),
        diagnostics,
        calls,
        part);
  }

  private ModuleEnvironment environment(Phase phase, ProviderCalls.Caller caller) {
    return EvaluationBounds.interruptible(
        ModuleEnvironment.of(
                phase,
                files.access(),
                new PlanMoment(planTimestamp),
                workspace,
                files.workingDirectory())
            .with(new ProviderCalls(registry, caller, files.workingDirectory())));
  }

  CheckedDocument nothing(SortedMap<String, ProviderBlock> providers, List<Import> imports) {
    return new CheckedDocument(
        workspace, null, null, Json.object(), List.of(), List.of(), List.of(), providers, imports);
  }

  /**
   * Expressions of the root module over state: phase inspect. A value that cannot be evaluated yet
   * is reported when an expression uses it, and what is wrong with variables at once.
   */
  public Console console(Snapshot state, Diagnostics diagnostics) {
    PlanInputs inputs = new PlanInputs(state, RunKind.APPLY, RunOptions.DEFAULT, Map.of());
    DesiredConfiguration wanted = wanted(Phase.INSPECT, inputs, new Diagnostics());
    Diff.draw(whole(state), wanted);
    ModuleInstance module = wanted.instance();
    ModuleEnvironment environment = module.environment();
    Evaluation.checkVariables(root, environment, variables, diagnostics);
    return new Console(
        module.scope(Repeated.SINGLE),
        module.functions().without("plantimestamp"),
        environment.context(),
        (expression, faults) -> LooseExpressions.check(root, expression, faults));
  }

  /**
   * What goes to the planner service: the files that the evaluation has read by now, and the values
   * of variables, sensitive ones sealed.
   *
   * @param rootName what the workspace remembers as its root
   * @param readsOf the run that has read the data sources, if one has
   * @param held what state holds
   */
  public Bundle bundle(
      DirectorySource read,
      String rootName,
      Sealer sealer,
      @Nullable String readsOf,
      Collection<StateRecord> held) {
    ModuleInstance literals =
        ModuleInstance.root(root, environment(Phase.PLAN, ProviderCalls.Caller.NOBODY));
    return Bundle.of(
        draft -> {
          draft.workspace = workspace;
          draft.root = rootName;
          draft.files = read.bundled();
          draft.filesOf = read.filesOf();
          draft.listed = read.listedDirectories();
          draft.searched = read.searchedDirectories();
          draft.variables = VariableLiterals.sealed(literals, variables, workspace, sealer);
          draft.workingDirectory = files.workingDirectory();
          draft.home = read.home();
          draft.planTimestamp = planTimestamp;
          draft.readsOf = readsOf;
          draft.providers = TravellingProviders.of(registry, root, held);
        });
  }
}
