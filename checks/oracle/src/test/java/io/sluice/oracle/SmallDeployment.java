package io.sluice.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Asker;
import io.sluice.bridge.host.PluginHost;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.language.config.VariableSources;
import io.sluice.language.source.Diagnostic;
import io.sluice.machine.Machine;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.InMemoryStateRecords;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.DecisionContext;
import io.sluice.machine.transition.Input;
import io.sluice.model.Address;
import io.sluice.model.Phase;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.Order;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.message.Snapshot;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Purpose;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import io.sluice.planning.DiagnosticLines;
import io.sluice.planning.Planning;
import io.sluice.planning.configuration.Bundle;
import io.sluice.planning.configuration.Configuration;
import io.sluice.planning.configuration.DirectorySource;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.Cancellation;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.workspace.Workspaces;
import io.sluice.questions.AnswerBook;
import io.sluice.questions.Rounds;
import io.sluice.questions.TravellingAnswers;
import io.sluice.seal.Keyring;
import io.sluice.worker.execution.Sessions;
import io.sluice.worker.execution.TaskExecution;
import io.sluice.worker.execution.TaskExpressions;
import io.sluice.worker.plugin.PastCalls;
import io.sluice.worker.plugin.PluginFunctions;
import io.sluice.worker.plugin.PluginWorks;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.SealedVault;
import io.sluice.worker.throttling.ProviderGuards;
import io.sluice.worker.throttling.ThrottleSettings;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A deployment without a broker: plans as the command line does, has the planner's door draw the
 * same plan of what travels, lets the machine decide, and carries tasks out as a worker does, one
 * after the other.
 */
final class SmallDeployment {
  private static final String WORKSPACE = "default";
  private static final Keyring KEYS = Keyring.of(new byte[32], "a test");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Path directory;
  private static final ProviderRegistry PLANNERS =
      ProviderRegistry.builtIn().readingBy(BridgedProvider::of);

  private final ProviderRegistry registry;
  private final PluginHost host;
  private final TaskExecution execution;
  private final InMemoryStateRecords records = new InMemoryStateRecords();
  private final WorkspaceState state = new WorkspaceState(WORKSPACE, records);
  private final Machine machine = new Machine(MachineSettings.DEFAULT);
  private final Secrets secrets = new Secrets(KEYS);
  private final Deque<Command> commands = new ArrayDeque<>();
  private final List<String> told = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long offset;
  private int runs;

  /** How a run ended, and what people are told of it. */
  record Ended(boolean succeeded, List<String> told) {
    Ended {
      told = List.copyOf(told);
    }
  }

  SmallDeployment(Path directory, PluginHost host, ProviderRegistry registry) throws IOException {
    this.directory = directory;
    this.registry = registry;
    this.host = host;
    PluginWorks works =
        new PluginWorks(host, directory, new PastCalls(directory, directory, Duration.ZERO));
    Environment environment = new Environment(Map.of(), "w1", now);
    execution =
        new TaskExecution(
            registry,
            works,
            new Sessions(),
            new ProviderGuards(ThrottleSettings.DEFAULT, () -> 1),
            new SealedVault(KEYS),
            environment,
            (task, openings) ->
                TaskExpressions.of(task, environment, new PluginFunctions(works), openings),
            RootDirectory.open(directory),
            Duration.ofSeconds(30),
            HTTP,
            task -> Workspaces.NONE);
  }

  Snapshot snapshot() {
    List<StateRecord> all = new ArrayList<>();
    records.all().forEach(all::add);
    return new Snapshot(
        WORKSPACE,
        offset,
        1,
        state.workspaceRecord().map(WorkspaceRecord::root).orElse(null),
        all,
        null,
        state.closed().stream().map(Address::text).toList());
  }

  /** Plans the configuration of the directory and does what is planned. */
  Ended run(RunKind kind, RunOptions options) throws InterruptedException {
    told.clear();
    DirectorySource source = new DirectorySource(directory);
    Configuration.Loaded loaded =
        Configuration.load(
            source, VariableSources.NONE, WORKSPACE, "2026-01-02T03:04:05Z", registry);
    Configuration configuration = loaded.configuration();
    if (configuration == null) {
      return refused(loaded.diagnostics());
    }
    AnswerBook book = AnswerBook.empty();
    Snapshot seen = secrets.openedWhole(snapshot());
    Planning.Directory request = new Planning.Directory(configuration, kind, options, Set.of());
    return switch (drawn(request, seen, book)) {
      case Planning.Ask ask -> throw new IllegalStateException("a round asks itself");
      case Planning.Refused(List<Diagnostic> reasons, boolean invalid) -> refused(reasons);
      case Planning.Drawn drawn -> {
        if (drawn.plan().nodes().isEmpty()) {
          yield new Ended(true, told);
        }
        Bundle bundle =
            configuration
                .bundle(source, ".", KEYS.sealer(), null, seen.resources())
                .answering(TravellingAnswers.sealed(book, WORKSPACE, KEYS.sealer()))
                .approving(drawn.plan());
        yield submitted(kind, approved(options, drawn.plan().hash()), bundle);
      }
    };
  }

  /** What is ephemeral is open for as long as that takes. */
  private Planning.Outcome drawn(Planning.Directory request, Snapshot seen, AnswerBook book)
      throws InterruptedException {
    try (Asker asker = new Asker(host, directory)) {
      return new Rounds(asker::answer, 4, Duration.ofSeconds(30), elapsed -> {})
          .drawn(request, seen, book);
    } finally {
      book.closed();
    }
  }

  private Ended refused(List<Diagnostic> reasons) {
    return new Ended(
        reasons.stream().noneMatch(Diagnostic::isError), DiagnosticLines.lines(reasons));
  }

  private static RunOptions approved(RunOptions options, String hash) {
    return new RunOptions(
        options.parallelism(),
        options.onFailure(),
        options.targets(),
        false,
        options.approval(),
        hash,
        options.adoptWorkspace(),
        options.allowEmpty(),
        options.excludes(),
        options.replaces());
  }

  private Ended submitted(RunKind kind, RunOptions options, Bundle bundle) {
    String run = "run-" + ++runs;
    when(new InboxMessage.Submitted(run, WORKSPACE, kind, bundle.toJson(), options, ".", "tester"));
    while (true) {
      while (!commands.isEmpty()) {
        carryOut(commands.poll());
      }
      RunRecord record = state.run(run).orElseThrow();
      if (record.ended()) {
        return new Ended(record.outcome() == RunOutcome.SUCCEEDED, told);
      }
      now = state.nextDue().filter(due -> due.isAfter(now)).orElse(now.plusSeconds(1));
      take(new Input.Due(context()));
    }
  }

  private DecisionContext context() {
    return new DecisionContext(now, ++offset, 1, 0);
  }

  private void when(InboxMessage message) {
    take(new Input.Received(message, context()));
  }

  private void take(Input input) {
    commands.addAll(machine.advance(state, input).commands());
  }

  private void carryOut(Command command) {
    switch (command) {
      case Command.SendTask(String pool, Task task) -> worked(task);
      case Command.RequestPlan(PlanRequest request) -> planned(request);
      case Command.Emit emit -> told.add(emit.event().text());
      case Command.SetControl control -> {}
      case Command.ClearControl control -> {}
    }
  }

  private void worked(Task task) {
    String claim = task.run() + task.node() + task.attempt();
    when(
        new InboxMessage.Started(
            task.run(), task.node(), task.attempt(), claim, "w1", Phase.CALLING));
    when(execution.execute(task, claim, new Cancellation(), () -> true));
  }

  private void planned(PlanRequest request) {
    switch (request) {
      case PlanRequest.PlanRun run -> planned(run);
      case PlanRequest.ExpandNode expand ->
          throw new IllegalStateException("nothing is expanded here: " + expand.expand().id());
    }
  }

  private void planned(PlanRequest.PlanRun request) {
    JsonNode tree = secrets.opened(WORKSPACE, request.document());
    Planning.Outcome outcome =
        Planning.of(
            new Planning.Travelling(tree, request, PLANNERS),
            secrets.openedWhole(snapshot()),
            TravellingAnswers.opened(tree.path(Bundle.FIELD).get("answers")));
    switch (outcome) {
      case Planning.Ask ask -> refused(request, ask.unanswered().reasons());
      case Planning.Refused(List<Diagnostic> reasons, boolean invalid) -> refused(request, reasons);
      case Planning.Drawn drawn -> drawn(request, drawn);
    }
  }

  private void refused(PlanRequest.PlanRun request, List<Diagnostic> reasons) {
    told.addAll(DiagnosticLines.lines(reasons));
    when(new PlanRefused(request.run(), DiagnosticLines.lines(reasons), request.round()));
  }

  private void drawn(PlanRequest.PlanRun request, Planning.Drawn drawn) {
    List<Node> nodes = secrets.sealed(WORKSPACE, drawn.plan());
    String id = request.run() + "-" + request.round();
    when(new PlanPart(request.run(), id, 0, nodes, drawn.plan().basis()));
    when(
        Planned.of(
            draft -> {
              draft.run = request.run();
              draft.planId = id;
              draft.parts = 1;
              draft.nodes = nodes.size();
              draft.hash = drawn.plan().hash();
              draft.version = offset;
              draft.refresh = drawn.purpose() == Purpose.READ;
              draft.held = drawn.plan().held();
              draft.round = request.round();
            }));
  }

  /** Changes the status of a record as {@code taint} and {@code untaint} do. */
  void mark(Address address, RecordStatus status) {
    StateRecord record = records.find(address).orElseThrow();
    edit(List.of(record.with(status)), List.of(), Map.of(address, record.version()));
  }

  void remove(Address address) {
    long version = records.find(address).orElseThrow().version();
    edit(List.of(), List.of(address), Map.of(address, version));
  }

  private void edit(List<StateRecord> put, List<Address> remove, Map<Address, Long> expected) {
    String run = "edit-" + ++runs;
    when(new Order.StateEdit(run, WORKSPACE, "a test's", put, remove, expected, "tester"));
    while (!commands.isEmpty()) {
      carryOut(commands.poll());
    }
  }
}
