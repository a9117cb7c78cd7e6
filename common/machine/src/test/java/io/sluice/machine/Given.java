package io.sluice.machine;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.Change;
import io.sluice.machine.stored.InMemoryStateRecords;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.transition.Command.Emit;
import io.sluice.machine.transition.Command.SendTask;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Moment;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.Phase;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
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
import io.sluice.model.message.Task;
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
  WorkspaceState state = new WorkspaceState("w", records);
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
    Transition transition = machine.advance(state, input);
    written.addAll(transition.changes());
    return transition;
  }

  Moment moment() {
    return new Moment(now, ++offset, 1, 0);
  }

  /** What an input leads to, in lines: {@link Shown}. */
  List<String> shows(InboxMessage message) {
    return Shown.all(when(message));
  }

  Given later(java.time.Duration by) {
    now = now.plus(by);
    return this;
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
        new Address(id.replace("#delete", "").replace("#read", "").replace("#wave", "")),
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
        List.of(),
        null);
  }

  static Node create(String id, String... after) {
    return node(id, Action.CREATE, RepeatClass.TOKEN, after);
  }

  static Node create(String id, RepeatClass repeat, String... after) {
    return node(id, Action.CREATE, repeat, after);
  }

  static Node delete(String id, String address, String prior, String... after) {
    Node node = node(id, Action.DELETE, RepeatClass.TOKEN, after);
    return replacing(node, new Node.Prior(new Address(address), prior, 1), null, false);
  }

  static Node update(String id, RepeatClass repeat, String prior, String... after) {
    Node node = node(id, Action.UPDATE, repeat, after);
    return replacing(node, new Node.Prior(new Address(id), prior, 1), null, false);
  }

  static Node read(String id, String prior) {
    Node node = node(id + "#read", Action.READ, RepeatClass.PURE);
    return replacing(node, new Node.Prior(new Address(id), prior, 1), null, false);
  }

  /** As if an earlier run had made it. */
  Given existing(String address, String id) {
    return existing(address, id, io.sluice.model.record.RecordStatus.OK);
  }

  Given existing(String address, String id, io.sluice.model.record.RecordStatus status) {
    records.put(
        new StateRecord(
            "w",
            new Address(address),
            "t",
            null,
            1,
            id,
            Json.object().put("id", id).put("of", address),
            Json.object().put("name", address),
            List.of(),
            List.of(),
            false,
            status,
            null,
            status == io.sluice.model.record.RecordStatus.IN_DOUBT ? "token-0" : null,
            null,
            1,
            1,
            "run-0",
            START));
    return this;
  }

  static RunOptions options(
      io.sluice.model.plan.OnFailure onFailure, RunOptions.Approval approval, String hash) {
    return new RunOptions(0, onFailure, List.of(), false, approval, hash, false, false);
  }

  /** The planner's answer, with everything that it may say. */
  Transition planned(Planned planned, Node... nodes) {
    if (nodes.length > 0) {
      when(new PlanPart(planned.run(), planned.planId(), 0, List.of(nodes), Map.of()));
    }
    return when(planned);
  }

  Planned plan(
      String run,
      String planId,
      int nodes,
      Map<String, Integer> windows,
      boolean refresh,
      InboxMessage.Held... held) {
    return new Planned(
        run,
        planId,
        nodes == 0 ? 0 : 1,
        nodes,
        "hash",
        offset + 1,
        Map.of(),
        List.of(),
        windows,
        refresh,
        List.of(held),
        0);
  }

  /** The same workspace, as a new owner restores it from its records. */
  Given restarted() {
    Given again = new Given();
    again.now = now;
    again.offset = offset;
    records.all().forEach(again.records::put);
    java.util.LinkedHashMap<String, Change> last = new java.util.LinkedHashMap<>();
    for (Change change : written) {
      if (change.topic() == Change.Topic.RUNS) {
        last.remove(change.key("w"));
        if (change.value() != null) {
          last.put(change.key("w"), change);
        }
      }
    }
    again.state = WorkspaceState.restore("w", again.records, List.copyOf(last.values()));
    again.written.addAll(last.values());
    return again;
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
        node.sensitivePaths(),
        null);
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
        node.sensitivePaths(),
        null);
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
        new TaskError(how, ErrorCode.of("code"), "it failed", null),
        1,
        5,
        false,
        false,
        null,
        "worker");
  }

  /** It failed after it had made something. */
  static Result tainted(String run, String node, int attempt, String claim, String id) {
    Result failed = failed(run, node, attempt, claim, ErrorClass.PERMANENT);
    return new Result(
        run,
        node,
        attempt,
        claim,
        failed.outcome(),
        id,
        null,
        null,
        null,
        List.of(),
        failed.error(),
        1,
        1,
        false,
        false,
        null,
        failed.worker());
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
        new TaskError(ErrorClass.IN_DOUBT, ErrorCode.of("cut"), "connection lost", null),
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
