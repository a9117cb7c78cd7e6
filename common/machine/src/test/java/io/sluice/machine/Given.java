package io.sluice.machine;

import io.sluice.machine.Command.Emit;
import io.sluice.machine.Command.SendTask;
import io.sluice.machine.task.MachineSettings;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.InboxMessage.Started;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Phase;
import io.sluice.model.message.Task;
import io.sluice.model.message.TaskError;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A workspace and its machine, fed with one input after the other. */
final class Given {
  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  final InMemoryStateRecords records = new InMemoryStateRecords();
  final WorkspaceState state = new WorkspaceState("w", records);
  final Machine machine;
  final List<Change> written = new ArrayList<>();
  Instant now = START;
  long offset = 0;

  Given() {
    this(MachineSettings.DEFAULT);
  }

  Given(MachineSettings settings) {
    machine = new Machine(settings);
  }

  Transition when(InboxMessage message) {
    return when(new Input.Received(message, moment()));
  }

  Transition when(Input input) {
    Transition transition = machine.apply(state, input);
    state.fold(transition);
    written.addAll(transition.changes());
    return transition;
  }

  Moment moment() {
    return new Moment(now, ++offset, 1, 0);
  }

  Transition lost(String incarnation) {
    return when(new Input.WorkerLost(incarnation, moment()));
  }

  Transition due() {
    return when(new Input.Due(moment()));
  }

  static Submitted submitted(String run, String... targets) {
    return submitted(
        run, new RunOptions(0, null, List.of(targets), false, null, null, false, false));
  }

  static Submitted submitted(String run, RunOptions options) {
    return new Submitted(run, "w", RunKind.APPLY, Json.object(), options, null, "someone");
  }

  /** Submits a run and plans it with these nodes; nothing leaves with the plan. */
  Transition running(String run, Node... nodes) {
    when(submitted(run));
    return planned(run, nodes);
  }

  Transition planned(String run, Node... nodes) {
    when(new PlanPart(run, "p-" + run, 0, List.of(nodes), Map.of()));
    return when(new Planned(run, "p-" + run, 1, nodes.length, "hash", offset, Map.of(), List.of()));
  }

  static Node node(String id, Action action, RepeatClass repeat, String... after) {
    return new Node(
        id,
        new Address(id.replace("#delete", "")),
        action,
        "t",
        null,
        null,
        Json.object().put("name", id),
        List.of(),
        List.of(after),
        List.of(),
        null,
        repeat,
        null,
        null,
        0,
        false,
        null,
        1,
        List.of());
  }

  static Node create(String id, String... after) {
    return node(id, Action.CREATE, RepeatClass.TOKEN, after);
  }

  static Node create(String id, RepeatClass repeat, String... after) {
    return node(id, Action.CREATE, repeat, after);
  }

  static Node with(Node node, int weight, RetryPolicy retry, List<Reference> values) {
    return new Node(
        node.id(),
        node.address(),
        node.action(),
        node.type(),
        node.provider(),
        node.pool(),
        node.config(),
        values,
        node.after(),
        node.dependencies(),
        node.prior(),
        node.repeat(),
        node.timeouts(),
        retry,
        weight,
        node.createBeforeDestroy(),
        node.pairedWith(),
        node.schemaVersion(),
        node.sensitivePaths());
  }

  static Node replacing(Node node, Node.Prior prior, String pairedWith, boolean createFirst) {
    return new Node(
        node.id(),
        node.address(),
        node.action(),
        node.type(),
        node.provider(),
        node.pool(),
        node.config(),
        node.values(),
        node.after(),
        node.dependencies(),
        prior,
        node.repeat(),
        node.timeouts(),
        node.retry(),
        node.weight(),
        createFirst,
        pairedWith,
        node.schemaVersion(),
        node.sensitivePaths());
  }

  static Result ok(String run, String node, int attempt, String claim, String id) {
    return new Result(
        run,
        node,
        attempt,
        claim,
        Outcome.OK,
        id,
        Json.object().put("id", id).put("of", node),
        null,
        null,
        List.of(),
        null,
        1,
        5,
        false,
        false,
        null,
        "worker");
  }

  static Result failed(String run, String node, int attempt, String claim, ErrorClass how) {
    return new Result(
        run,
        node,
        attempt,
        claim,
        Outcome.FAILED,
        null,
        null,
        null,
        null,
        List.of(),
        new TaskError(how, "code", "it failed", null),
        1,
        5,
        false,
        false,
        null,
        "worker");
  }

  static Result inDoubt(String run, String node, int attempt, String claim) {
    return new Result(
        run,
        node,
        attempt,
        claim,
        Outcome.IN_DOUBT,
        null,
        null,
        null,
        null,
        List.of(),
        new TaskError(ErrorClass.IN_DOUBT, "cut", "connection lost", null),
        1,
        5,
        false,
        false,
        null,
        "worker");
  }

  static Started started(String run, String node, int attempt, String claim, String incarnation) {
    return new Started(run, node, attempt, claim, incarnation, Phase.CALLING);
  }

  static List<Task> tasks(Transition transition) {
    return transition.commands().stream()
        .filter(SendTask.class::isInstance)
        .map(command -> ((SendTask) command).task())
        .toList();
  }

  static List<String> sent(Transition transition) {
    return tasks(transition).stream().map(task -> task.node() + "@" + task.attempt()).toList();
  }

  static List<EventKind> events(Transition transition) {
    return eventsOf(transition).stream().map(Event::kind).toList();
  }

  static List<Event> eventsOf(Transition transition) {
    return transition.commands().stream()
        .filter(Emit.class::isInstance)
        .map(command -> ((Emit) command).event())
        .toList();
  }

  RunRecord run(String run) {
    return state.run(run).orElseThrow();
  }

  Optional<NodeStatus> status(String run, String node) {
    return state.node(run, node).map(record -> record.status());
  }

  Optional<StateRecord> record(String address) {
    return records.find(new Address(address));
  }
}
