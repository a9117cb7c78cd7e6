package io.sluice.cli.trial;

import com.fasterxml.jackson.databind.JsonNode;
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
import io.sluice.model.message.PlanRequest;
import io.sluice.model.message.Snapshot;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Purpose;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import io.sluice.planner.request.Expansions;
import io.sluice.planning.DiagnosticLines;
import io.sluice.planning.Planning;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.Cancellation;
import io.sluice.provider.ProviderRegistry;
import io.sluice.worker.execution.TaskExecution;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/**
 * One workspace that lives as long as its test: the machine decides, tasks are carried out as a
 * worker does, and nothing is written anywhere.
 */
final class TrialDeployment {
  private static final Duration LONGEST_WAIT = Duration.ofMillis(200);
  private static final String WORKER = "test";
  private static final String PERSON = "test";

  /** Draws what a run asks the planner for. */
  @FunctionalInterface
  interface Planner {
    /**
     * @param refreshed whether what has to be read has been read
     */
    Planning.Outcome plan(String run, boolean refreshed) throws InterruptedException;
  }

  /**
   * Who does what a run asks for.
   *
   * @param registry the providers, with those that stand in
   * @param document the configuration, for parts that are planned late
   */
  record Crew(
      TaskExecution execution, ProviderRegistry registry, JsonNode document, Planner planner) {}

  /**
   * How a run ended.
   *
   * @param refusals why nothing of it began
   */
  record Ended(RunRecord record, List<Diagnostic> refusals) {}

  private final String workspace;
  private final Secrets secrets;
  private final InMemoryStateRecords records = new InMemoryStateRecords();
  private final WorkspaceState state;
  private final Machine machine = new Machine(MachineSettings.DEFAULT);
  private final Deque<Command> commands = new ArrayDeque<>();
  private final LinkedBlockingQueue<InboxMessage> heard = new LinkedBlockingQueue<>();
  private final Map<String, Cancellation> running = new ConcurrentHashMap<>();
  private final List<Diagnostic> refusals = new ArrayList<>();
  private long offset;
  private int runs;

  TrialDeployment(String workspace, Secrets secrets) {
    this.workspace = workspace;
    this.secrets = secrets;
    this.state = new WorkspaceState(workspace, records);
  }

  /** The id of the run that was the last to begin. */
  String lastRun() {
    return "run-" + runs;
  }

  /** What it holds, in clear. */
  Snapshot snapshot() {
    return secrets.openedWhole(sealed());
  }

  private Snapshot sealed() {
    List<StateRecord> all = new ArrayList<>();
    records.all().forEach(all::add);
    return new Snapshot(
        workspace,
        offset,
        1,
        state.workspaceRecord().map(WorkspaceRecord::root).orElse(null),
        all,
        null,
        state.closed().stream().map(Address::text).toList());
  }

  /**
   * Runs to the end.
   *
   * @param interrupts how often the person has asked for an end
   */
  Ended run(RunKind kind, RunOptions options, Crew crew, IntSupplier interrupts)
      throws InterruptedException {
    refusals.clear();
    String run = "run-" + ++runs;
    when(new InboxMessage.Submitted(run, workspace, kind, crew.document(), options, ".", PERSON));
    while (true) {
      while (!commands.isEmpty()) {
        carryOut(commands.poll(), crew);
      }
      RunRecord record = state.run(run).orElseThrow();
      if (record.ended() && running.isEmpty() && heard.isEmpty()) {
        return new Ended(record, List.copyOf(refusals));
      }
      if (interrupts.getAsInt() > 1) {
        running.values().forEach(call -> call.cancel("interrupted"));
      }
      InboxMessage message = heard.poll(untilDue().toMillis(), TimeUnit.MILLISECONDS);
      if (message != null) {
        when(message);
      } else if (state.nextDue().filter(due -> !due.isAfter(Instant.now())).isPresent()) {
        take(new Input.Due(context()));
      }
    }
  }

  private Duration untilDue() {
    Duration next =
        state
            .nextDue()
            .map(due -> Duration.between(Instant.now(), due))
            .filter(time -> time.compareTo(LONGEST_WAIT) < 0)
            .orElse(LONGEST_WAIT);
    return next.isNegative() ? Duration.ZERO : next;
  }

  private DecisionContext context() {
    return new DecisionContext(Instant.now(), ++offset, 1, 0);
  }

  private void when(InboxMessage message) {
    take(new Input.Received(message, context()));
  }

  private void take(Input input) {
    commands.addAll(machine.advance(state, input).commands());
  }

  private void carryOut(Command command, Crew crew) throws InterruptedException {
    switch (command) {
      case Command.SendTask(String pool, Task task) -> begin(task, crew);
      case Command.RequestPlan(PlanRequest request) -> {
        switch (request) {
          case PlanRequest.PlanRun run -> planned(run, crew.planner());
          case PlanRequest.ExpandNode expand ->
              when(new Expansions(crew.registry(), secrets).answer(expand, snapshot()));
        }
      }
      case Command.Emit emit -> {}
      case Command.SetControl control -> {}
      case Command.ClearControl control -> {}
    }
  }

  private void begin(Task task, Crew crew) {
    String claim = task.run() + task.node() + task.attempt();
    Cancellation cancellation = new Cancellation();
    running.put(claim, cancellation);
    when(
        new InboxMessage.Started(
            task.run(), task.node(), task.attempt(), claim, WORKER, Phase.CALLING));
    Thread.ofVirtual()
        .name("sluice-test-" + task.node())
        .start(
            () -> {
              try {
                heard.add(crew.execution().execute(task, claim, cancellation, () -> true));
              } finally {
                running.remove(claim);
              }
            });
  }

  private void planned(PlanRequest.PlanRun request, Planner planner) throws InterruptedException {
    switch (planner.plan(request.run(), request.refreshed())) {
      case Planning.Ask ask -> refused(request, ask.unanswered().reasons());
      case Planning.Refused(List<Diagnostic> reasons, boolean invalid) -> refused(request, reasons);
      case Planning.Drawn drawn -> drawn(request, drawn);
    }
  }

  private void refused(PlanRequest.PlanRun request, List<Diagnostic> reasons) {
    refusals.addAll(reasons);
    when(new PlanRefused(request.run(), DiagnosticLines.lines(reasons), request.round()));
  }

  private void drawn(PlanRequest.PlanRun request, Planning.Drawn drawn) {
    List<Node> nodes = secrets.sealed(workspace, drawn.plan());
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
}
