package io.sluice.machine;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.Change;
import io.sluice.machine.stored.InMemoryStateRecords;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.transition.Command.Emit;
import io.sluice.machine.transition.Command.SendTask;
import io.sluice.machine.transition.DecisionContext;
import io.sluice.machine.transition.Input;
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
    return when(new Input.Received(message, context()));
  }

  Transition when(Input input) {
    Transition transition = machine.advance(state, input);
    written.addAll(transition.changes());
    return transition;
  }

  DecisionContext context() {
    return new DecisionContext(now, ++offset, 1, 0);
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
    return when(new Input.WorkerLost(incarnation, context()));
  }

  Transition due() {
    return when(new Input.Due(context()));
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
    return when(
        Planned.of(
            draft -> {
              draft.run = run;
              draft.planId = "p-" + run;
              draft.parts = 1;
              draft.nodes = nodes.length;
              draft.hash = "hash";
              draft.version = offset;
            }));
  }

  static Node node(String id, Action action, RepeatClass repeat, String... after) {
    return Node.of(
        draft -> {
          draft.id = id;
          draft.address =
              new Address(id.replace("#delete", "").replace("#read", "").replace("#wave", ""));
          draft.action = action;
          draft.type = "t";
          draft.config = Json.object().put("name", id);
          draft.after = List.of(after);
          draft.repeat = repeat;
          draft.timeouts = null;
          draft.schemaVersion = 1;
        });
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
        StateRecord.of(
            draft -> {
              draft.workspace = "w";
              draft.address = new Address(address);
              draft.type = "t";
              draft.schemaVersion = 1;
              draft.id = id;
              draft.attributes = Json.object().put("id", id).put("of", address);
              draft.desired = Json.object().put("name", address);
              draft.status = status;
              draft.token =
                  status == io.sluice.model.record.RecordStatus.IN_DOUBT ? "token-0" : null;
              draft.version = 1;
              draft.epoch = 1;
              draft.runId = "run-0";
              draft.updatedAt = START;
            }));
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
    return Planned.of(
        draft -> {
          draft.run = run;
          draft.planId = planId;
          draft.parts = nodes == 0 ? 0 : 1;
          draft.nodes = nodes;
          draft.hash = "hash";
          draft.version = offset + 1;
          draft.windows = windows;
          draft.refresh = refresh;
          draft.held = List.of(held);
        });
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
    return Node.of(
        draft -> {
          draft.id = node.id();
          draft.address = node.address();
          draft.action = node.action();
          draft.type = node.type();
          draft.provider = node.provider();
          draft.pool = node.pool();
          draft.config = node.config();
          draft.values = values;
          draft.after = node.after();
          draft.dependencies = node.dependencies();
          draft.prior = node.prior();
          draft.repeat = node.repeat();
          draft.timeouts = node.timeouts();
          draft.retry = retry;
          draft.weight = weight;
          draft.createBeforeDestroy = node.createBeforeDestroy();
          draft.pairedWith = node.pairedWith();
          draft.schemaVersion = node.schemaVersion();
          draft.sensitivePaths = node.sensitivePaths();
        });
  }

  static Node replacing(Node node, Node.Prior prior, String pairedWith, boolean createFirst) {
    return Node.of(
        draft -> {
          draft.id = node.id();
          draft.address = node.address();
          draft.action = node.action();
          draft.type = node.type();
          draft.provider = node.provider();
          draft.pool = node.pool();
          draft.config = node.config();
          draft.values = node.values();
          draft.after = node.after();
          draft.dependencies = node.dependencies();
          draft.prior = prior;
          draft.repeat = node.repeat();
          draft.timeouts = node.timeouts();
          draft.retry = node.retry();
          draft.weight = node.weight();
          draft.createBeforeDestroy = createFirst;
          draft.pairedWith = pairedWith;
          draft.schemaVersion = node.schemaVersion();
          draft.sensitivePaths = node.sensitivePaths();
        });
  }

  static Result ok(String run, String node, int attempt, String claim, String id) {
    return Result.of(
        draft -> {
          draft.run = run;
          draft.node = node;
          draft.attempt = attempt;
          draft.claimId = claim;
          draft.outcome = Outcome.OK;
          draft.id = id;
          draft.attributes = Json.object().put("id", id).put("of", node);
          draft.calls = 1;
          draft.tookMs = 5;
          draft.worker = "worker";
        });
  }

  static Result failed(String run, String node, int attempt, String claim, ErrorClass how) {
    return Result.of(
        draft -> {
          draft.run = run;
          draft.node = node;
          draft.attempt = attempt;
          draft.claimId = claim;
          draft.outcome = Outcome.FAILED;
          draft.error = new TaskError(how, ErrorCode.of("code"), "it failed", null);
          draft.calls = 1;
          draft.tookMs = 5;
          draft.worker = "worker";
        });
  }

  /** It failed after it had made something. */
  static Result tainted(String run, String node, int attempt, String claim, String id) {
    Result failed = failed(run, node, attempt, claim, ErrorClass.PERMANENT);
    return Result.of(
        draft -> {
          draft.run = run;
          draft.node = node;
          draft.attempt = attempt;
          draft.claimId = claim;
          draft.outcome = failed.outcome();
          draft.id = id;
          draft.error = failed.error();
          draft.calls = 1;
          draft.tookMs = 1;
          draft.worker = failed.worker();
        });
  }

  static Result inDoubt(String run, String node, int attempt, String claim) {
    return Result.of(
        draft -> {
          draft.run = run;
          draft.node = node;
          draft.attempt = attempt;
          draft.claimId = claim;
          draft.outcome = Outcome.IN_DOUBT;
          draft.error =
              new TaskError(ErrorClass.IN_DOUBT, ErrorCode.of("cut"), "connection lost", null);
          draft.calls = 1;
          draft.tookMs = 5;
          draft.worker = "worker";
        });
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
