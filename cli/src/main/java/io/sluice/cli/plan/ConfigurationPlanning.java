package io.sluice.cli.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.inspect.BlockPlaces;
import io.sluice.cli.install.InstalledProviders;
import io.sluice.cli.install.LockedVersions;
import io.sluice.cli.install.SharedPlugins;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.logging.Timeline;
import io.sluice.cli.read.Findings;
import io.sluice.cli.read.ObjectReads;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.cli.render.plan.ShownHeld;
import io.sluice.cli.render.plan.ShownOutput;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.VariableSources;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourceRange;
import io.sluice.model.Action;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.Bundle;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.ConfigurationPlan;
import io.sluice.planning.configuration.ConfigurationView;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.configuration.Neighbour;
import io.sluice.planning.configuration.served.TravellingProviders;
import io.sluice.planning.configuration.values.Upstream;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.secret.Secrets;
import io.sluice.questions.AnswerBook;
import io.sluice.questions.TravellingAnswers;
import io.sluice.seal.Keyring;
import io.sluice.seal.Sealer;
import io.sluice.stacks.load.StackLoader;
import io.sluice.transport.query.QueryClient;
import io.sluice.transport.zookeeper.Ensemble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A configuration's way to a plan, as plan, apply and destroy all go it. */
public final class ConfigurationPlanning {
  /** For runs that only read: every object. */
  public static final RunOptions READ_ALL =
      new RunOptions(
          0, OnFailure.CONTINUE, List.of(), true, RunOptions.Approval.GIVEN, null, false, true);

  private static final Diagnostic PARTIAL =
      Diagnostic.warning(
          "Resource targeting is in effect",
          "The plan leaves out what --target does not name, or --exclude names, so it may not have"
              + " all of the changes that the configuration asks for, and outputs may not be"
              + " current. This is for exceptional situations: plan again without it afterwards.",
          null);

  private final Invocation invocation;
  private final Invocation keeper;
  private final Settings settings;
  private final String workspace;
  private final DirectorySource source;
  private final Configuration configuration;
  private final ObjectReads reads;
  private final SentFiles sent;
  private Optional<Deployment> recorded = Optional.empty();
  private List<StateRecord> held = List.of();
  private @Nullable Snapshot looked;
  private final AnswerBook answers = AnswerBook.empty();
  private Upstream upstream = Upstream.NONE;
  private List<Diagnostic> told = List.of();

  /** A plan and what it was made from. */
  public record Drawn(
      ConfigurationPlan plan, RunKind kind, RunOptions options, List<ShownHeld> held) {
    public List<ShownChange> changes() {
      return ShownParts.changes(plan.changes());
    }

    /** What providers that were asked have found otherwise than state has it. */
    public Findings outside() {
      return Findings.of(plan.outside());
    }

    public List<ShownOutput> outputs() {
      return ShownParts.outputs(List.copyOf(plan.outputs().values()));
    }
  }

  private ConfigurationPlanning(
      Invocation invocation,
      Invocation keeper,
      Settings settings,
      String workspace,
      DirectorySource source,
      Configuration configuration) {
    this.invocation = invocation;
    this.keeper = keeper;
    this.settings = settings;
    this.workspace = workspace;
    this.source = source;
    this.configuration = configuration;
    this.reads = new ObjectReads(invocation, workspace, () -> belowOthers(bundle().toJson()));
    this.sent = new SentFiles(invocation, source, settings.fleet().isPresent());
  }

  /** Loads and checks; nothing is started for it. {@code invocation} is in the root module. */
  public static ConfigurationPlanning load(
      Invocation invocation, Settings settings, String workspace, VariableSources variables) {
    return load(
        invocation, invocation, settings, workspace, variables, Collections.emptySortedMap());
  }

  /**
   * The same where the deployment is another directory's, or files are not on disk.
   *
   * @param keeper in that directory, which has its key
   * @param beside files of the root module, by their names
   */
  public static ConfigurationPlanning load(
      Invocation invocation,
      Invocation keeper,
      Settings settings,
      String workspace,
      VariableSources variables,
      SortedMap<String, byte[]> beside) {
    if (settings.fleet().isPresent()
        || Files.exists(new LocalDirectory(keeper.directory()).kafka())) {
      // There is state to look at: connecting to it is prepared beside the loading.
      Thread.ofPlatform().daemon().name("sluice-prepare").start(Ensemble::prepare);
    }
    DirectorySource source = new DirectorySource(invocation.directory(), beside);
    if (StackLoader.isStack(source) && !variables.areOfDeployment()) {
      throw Fault.of(
          "This directory is a stack",
          "Its deployments are planned and applied by commands of their own.",
          "See `sluice stack plan` and `sluice stack apply`.");
    }
    Configuration.Loaded loaded =
        Configuration.load(
            source,
            variables,
            workspace,
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            InstalledProviders.all(invocation));
    Configuration configuration = loaded.configuration();
    if (configuration == null) {
      throw new Fault(loaded.diagnostics());
    }
    LockedVersions.require(configuration.root(), invocation);
    loaded.diagnostics().forEach(invocation::tell);
    Timeline.mark("configuration loaded");
    return new ConfigurationPlanning(
        invocation, keeper, settings, workspace, source, configuration);
  }

  public String workspace() {
    return workspace;
  }

  /** Refuses to go on where there is no configuration: before anything is read. */
  public ConfigurationPlanning presentFor(RunKind kind) {
    configuration
        .absence(kind)
        .ifPresent(
            absence -> {
              throw new Fault(Roots.hinted(invocation, absence));
            });
    return this;
  }

  /** Rests the plan on what is planned of other workspaces. */
  public void below(Upstream others) {
    upstream = others;
  }

  /** The workspaces that this one comes after. */
  public List<Neighbour> neighbours() {
    return Neighbour.of(configuration, workspace);
  }

  /** Whether the directory has any configuration. */
  public boolean isPresent() {
    return configuration.absence(RunKind.APPLY).isEmpty();
  }

  /** Where the block stands that a node is made from. */
  public Optional<SourceRange> place(String node) {
    return new BlockPlaces(configuration.root()).of(node);
  }

  public Configuration configuration() {
    return configuration;
  }

  /** The addresses that blocks describe, on what state holds. */
  public Set<String> declared(Optional<Deployment> deployment) {
    return draw(deployment, RunKind.APPLY, RunOptions.DEFAULT).plan().changes().stream()
        .filter(change -> change.action() != Action.DELETE && change.action() != Action.FORGET)
        .map(change -> change.address().text())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Whether anything is to be read before a plan on this state. */
  public boolean mustRead(Snapshot state, RunKind kind, RunOptions options) {
    boolean objects =
        options.refresh()
            && state.resources().stream()
                .anyMatch(
                    record -> DesiredState.isObject(record.address()) && record.source() == null);
    boolean must = objects || (kind == RunKind.APPLY && configuration.hasData());
    looked = must ? null : state;
    return must;
  }

  /** Reads objects and data sources, on the workers: the plan rests on what is found. */
  public Findings read(Deployment deployment, RunOptions options) {
    return reads.before(deployment, options, held);
  }

  /** An apply without changes accepts what was found: state has it from then on. */
  public void accept(Deployment deployment, RunOptions options) {
    reads.accept(deployment, options);
  }

  /** Reads every object, whoever its provider is, and takes over what is found. */
  public Findings takeOver(Deployment deployment, RunOptions options) {
    return reads.takeOver(deployment, options);
  }

  /** Reads objects, and writes nothing of what is found. */
  public Findings look(Deployment deployment, RunOptions options) {
    state(deployment);
    return reads.look(deployment, options);
  }

  /**
   * Draws the plan on what state holds.
   *
   * @param deployment empty where nothing was ever recorded
   */
  public Drawn draw(Optional<Deployment> deployment, RunKind kind, RunOptions options) {
    Set<String> readers = reads.runs();
    Planning.Directory request =
        new Planning.Directory(configuration, kind, options, readers, upstream);
    ConfigurationPlan plan =
        deployment
            .filter(serving -> AskedWorkers.serve(serving) && !opensHere(serving))
            .map(serving -> askedOf(serving, request))
            .orElseGet(
                () ->
                    AskedPlan.of(
                        invocation,
                        request,
                        deployment.map(this::looked).orElseGet(this::nothing),
                        answers))
            .made();
    plan.warnings().forEach(invocation::tell);
    told = plan.warnings();
    if (!options.targets().isEmpty() || !options.excludes().isEmpty()) {
      invocation.tell(PARTIAL);
    }
    sent.name(plan.plan().nodes());
    List<ShownHeld> held = HeldNodes.of(plan.plan(), deployment, workspace);
    Timeline.mark("plan drawn");
    return new Drawn(plan, kind, options.refreshing(false), held);
  }

  /**
   * Workers cannot keep anything open for a plan, and this process can where they are and it has
   * the packages. Without them, what would be open is unknown in the plan.
   */
  private boolean opensHere(Deployment deployment) {
    return deployment.isLocal()
        && configuration.hasEphemerals()
        && InstalledProviders.areHere(invocation);
  }

  private Planning.Drawn askedOf(Deployment deployment, Planning.Directory request) {
    SharedPlugins.end(invocation);
    return new AskedWorkers(invocation, deployment, workspace, this::keyring)
        .drawn(request, () -> looked(deployment), this::unanswered, answers);
  }

  private ObjectNode unanswered(List<Question> questions) {
    sent.nameAsked(questions);
    Bundle bundle = configuration.bundle(source, rootName(), keyring().sealer(), reads.run(), held);
    sent.send(recorded);
    return belowOthers(bundle.having(reads.found()).toJson().put(Bundle.AS_FOUND, true));
  }

  private ObjectNode belowOthers(ObjectNode document) {
    return TravellingUpstream.added(document, upstream, workspace, () -> keyring().sealer());
  }

  /**
   * The configuration as a run may plan it by itself, later: it reads and asks whatever it needs
   * then. If all of it has been done by then, that is no other plan.
   */
  public ObjectNode forLater(ConfigurationPlan shown) {
    Bundle bundle = configuration.bundle(source, rootName(), keyring().sealer(), null, held);
    sent.send(recorded);
    return bundle.approving(shown.plan()).toJson().put("or_nothing", true);
  }

  /** The provider blocks; what only a worker knows is still to be put in. */
  public Map<String, ProviderBlock> providers(Optional<Deployment> deployment) {
    return configuration.providers(deployment.map(this::state).orElseGet(this::nothing));
  }

  /** What checks find wrong after the run, where the plan could not tell yet. */
  public void tellChecks(Deployment deployment) {
    Set<String> readers = reads.runs();
    ConfigurationView.brokenChecks(configuration, state(deployment), readers).stream()
        .filter(broken -> !told.contains(broken))
        .forEach(invocation::tell);
  }

  /** The document that makes the planner service draw the same plan. */
  public Bundle bundle() {
    try {
      Sealer sealer = keyring().sealer();
      Bundle bundle =
          configuration
              .bundle(source, rootName(), sealer, reads.run(), held)
              .having(reads.found())
              .answering(TravellingAnswers.sealed(answers, workspace, sealer));
      sent.send(recorded);
      return bundle;
    } catch (TravellingProviders.TooLarge | TravellingAnswers.TooLarge e) {
      throw Fault.of(
              "Configuration exceeds a limit",
              String.valueOf(e.getMessage()),
              "Divide it into several configurations.")
          .because(e);
    }
  }

  /** What was just looked at, once; from then on as it is. */
  private Snapshot looked(Deployment deployment) {
    Snapshot known = looked;
    looked = null;
    return reads.over(known == null ? state(deployment) : known, () -> new Secrets(keyring()));
  }

  public Snapshot state(Deployment deployment) {
    recorded = Optional.of(deployment);
    if (AskedWorkers.serve(deployment) && InstalledProviders.areLocked(invocation)) {
      // A run will have their questions answered.
      deployment.client().connectAhead();
    }
    Snapshot state = state(keeper, settings, deployment, workspace);
    held = state.resources();
    return state;
  }

  /** What a workspace holds, in clear. */
  public static Snapshot state(
      Invocation invocation, Settings settings, Deployment deployment, String workspace) {
    Snapshot recorded = deployment.query().snapshot(workspace, QueryClient.ANY_VERSION);
    Path key = Keys.file(invocation, settings);
    return Files.exists(key) ? new Secrets(Keyring.load(key)).openedWhole(recorded) : recorded;
  }

  private Snapshot nothing() {
    return Snapshot.empty(workspace);
  }

  /** To seal with; the first of all makes it. */
  public Keyring keyring() {
    return Keys.orNew(keeper, settings);
  }

  private String rootName() {
    return Roots.name(invocation.directory());
  }
}
