package io.sluice.machine.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.RunDetails;
import io.sluice.machine.Tried;
import io.sluice.machine.graph.Followed;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.node.NodeCodec;
import io.sluice.machine.run.RunCodec;
import io.sluice.machine.stored.Change;
import io.sluice.machine.task.InitialRelease;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordKeys;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What must hold after every step, checked from the topics and the plans alone. */
final class Invariants {
  private final World world;
  private final Map<String, Map<String, Node>> plans = new HashMap<>();
  private final Map<String, Map<String, Node>> expansions = new HashMap<>();
  private final Map<String, Set<String>> instances = new HashMap<>();

  /** Plans that held questions, by the run and how many plans it had left by then. */
  private final Map<String, Set<String>> waves = new HashMap<>();

  private final Map<String, Integer> attempts = new HashMap<>();
  private final Set<String> failed = new HashSet<>();
  final Callers callers = new Callers();

  Invariants(World world) {
    this.world = world;
  }

  void planned(String run, String planId, List<Node> nodes) {
    Map<String, Node> byId = new TreeMap<>();
    nodes.forEach(node -> byId.put(node.id(), node));
    plans.put(run + " " + planId, byId);
  }

  /** Questions about a placeholder become nothing of it. */
  void asked(String run, List<Node> nodes) {
    Map<String, Node> byId = expansions.computeIfAbsent(run, any -> new TreeMap<>());
    nodes.forEach(node -> byId.put(node.id(), node));
  }

  /** Each wave so far is answered whole, each question once; of no plan that was left. */
  void requested(PlanRequest request) {
    Set<String> answered = new TreeSet<>();
    List<JsonNode> answers =
        switch (request) {
          case PlanRequest.PlanRun run -> run.answers();
          case PlanRequest.ExpandNode expand -> expand.answers();
        };
    for (JsonNode answer : answers) {
      if (!answered.add(answer.path("node").asText())) {
        throw new Violation(request.run() + " is asked with an answer twice: " + answers);
      }
    }
    Set<String> wanted = new TreeSet<>();
    switch (request) {
      case PlanRequest.PlanRun run ->
          waves
              .getOrDefault(run.run() + " " + left(run.run()), Set.of())
              .forEach(plan -> wanted.addAll(plans.get(run.run() + " " + plan).keySet()));
      case PlanRequest.ExpandNode expand -> {
        for (Change change : world.log.values()) {
          if (change.value() instanceof PlanPart part
              && part.run().equals(expand.run())
              && expand.expand().id().equals(part.expands())
              && RecordKeys.isAsked(part.planId())) {
            part.nodes().forEach(node -> wanted.add(node.id()));
          }
        }
      }
    }
    if (!answered.equals(wanted)) {
      throw new Violation(
          request.run() + " is asked with answers to " + answered + " instead of " + wanted);
    }
  }

  private int left(String run) {
    return runRecord(run).map(record -> record.formerPlans().size()).orElse(0);
  }

  private void accepted(RunRecord run) {
    if (run.asks() && !run.ended() && !run.replan()) {
      waves
          .computeIfAbsent(run.run() + " " + run.formerPlans().size(), any -> new TreeSet<>())
          .add(run.planId());
    }
  }

  void expanded(String run, String placeholder, List<Node> nodes) {
    Map<String, Node> byId = expansions.computeIfAbsent(run, any -> new TreeMap<>());
    Set<String> ids = new HashSet<>();
    nodes.forEach(
        node -> {
          byId.put(node.id(), node);
          ids.add(node.id());
        });
    instances.put(run + " " + placeholder, ids);
  }

  void before(Change change) {
    switch (change) {
      case Change.Node node -> {
        if (node.value() != null) {
          staysAsItIs(node.value());
        }
        NodeRecord before = record(node.run(), node.node());
        if (hasSucceeded(node.value()) && hasSucceeded(before)) {
          throw new Violation(node.node() + " of " + node.run() + " is committed twice");
        }
      }
      case Change.Run run -> {
        if (run.value() != null) {
          staysAsItIs(run.value());
          accepted(run.value());
        }
      }
      case Change.Resource resource -> {
        Address address = resource.address();
        if (resource.value() == null && !address.isDeposed() && !address.isOrphan()) {
          noDependents(address.text());
        }
      }
      default -> {}
    }
  }

  /** What was written is read by the next owner, and written again as it was. */
  private static void staysAsItIs(NodeRecord record) {
    NodeRecord again = NodeCodec.encode(NodeCodec.decode(record));
    if (!again.equals(record)) {
      throw new Violation(record + " is read as " + again);
    }
  }

  private static void staysAsItIs(RunRecord record) {
    RunRecord again = RunCodec.encode(RunCodec.decode(record));
    if (!again.equals(record)) {
      throw new Violation(record + " is read as " + again);
    }
  }

  private static boolean hasSucceeded(@Nullable NodeRecord record) {
    return record != null && record.status() == NodeStatus.SUCCEEDED;
  }

  private void noDependents(String address) {
    for (String run : runs()) {
      Node node = nodes(run).get(address);
      if (node == null || node.action() != Action.DELETE || node.pairedWith() != null) {
        continue;
      }
      for (StateRecord record : world.records().values()) {
        boolean depends =
            record.dependencies().stream().anyMatch(other -> other.text().equals(address));
        if (depends && !record.address().isOrphan() && !record.address().isDeposed()) {
          throw new Violation(address + " is gone while " + record.address() + " depends on it");
        }
      }
    }
  }

  /** A task leaves only when everything that its node waits for is committed. */
  void leaves(Task task) {
    callers.leaves(task, String.valueOf(runRecord(task.run()).orElseThrow().planId()));
    Node node = nodes(task.run()).get(task.node());
    if (node == null) {
      throw new Violation(
          "a task for " + task.node() + ", which no plan of " + task.run() + " has");
    }
    for (String after : node.after()) {
      if (!done(task.run(), after)) {
        throw new Violation(
            task.node() + " of " + task.run() + " is released before " + after + " is committed");
      }
    }
    surplusGoesLast(task);
    RunRecord run = runRecord(task.run()).orElseThrow();
    mayLeave(task, String.valueOf(run.hash()));
    if (world.options.get(task.run()).onFailure() == OnFailure.STOP
        && failed.contains(task.run())) {
      throw new Violation(task.node() + " is released, but " + task.run() + " was to stop");
    }
    int made = attempts.merge(task.run() + " " + task.node(), 1, Integer::sum);
    if (made > 60) {
      throw new Violation(task.node() + " of " + task.run() + " is attempted without end");
    }
  }

  void afterCommit() {
    Map<String, String> outstanding = new HashMap<>();
    Map<String, Integer> window = new HashMap<>();
    int ofProvider = 0;
    for (Change change : world.log.values()) {
      if (!(change instanceof Change.Node put) || put.value() == null) {
        continue;
      }
      NodeStatus status = put.value().status();
      if (status == NodeStatus.WAITING && put.value().failures() >= Differ.RETRY.attempts()) {
        throw new Violation(put.node() + " of " + put.run() + " is retried once too often");
      }
      Node node = nodes(put.run()).get(put.node());
      boolean out = status == NodeStatus.DISPATCHED || status == NodeStatus.STARTED;
      if (!out || node == null || !InitialRelease.sent(node)) {
        continue;
      }
      if (node.action() != Action.PLAN) {
        String address = node.address().live().text();
        String other = outstanding.put(address, put.run() + " " + put.node());
        if (other != null) {
          throw new Violation(
              address + " is out twice: " + other + " and " + put.run() + " " + put.node());
        }
        ofProvider++;
      }
      int places = window.merge(put.run(), 1, Integer::sum);
      if (places > World.SETTINGS.parallelism()) {
        throw new Violation(put.run() + " has " + places + " nodes out");
      }
    }
    if (ofProvider > world.windows().getOrDefault("t", Integer.MAX_VALUE)) {
      throw new Violation("the provider has " + ofProvider + " nodes out");
    }
  }

  /** A decision that is only looked at leaves all as it was. */
  Transition takenBack(WorkspaceState state, Input input) {
    String before = describe(state) + state.followed() + state.nextDue();
    Transition transition = Tried.on(world.machine, state, input);
    String after = describe(state) + state.followed() + state.nextDue();
    if (!before.equals(after)) {
      throw new Violation("not taken back: " + input + "\n" + before + "\n---\n" + after);
    }
    return transition;
  }

  /** What is held equals what folding the log gives. */
  void heldEqualsFolded(WorkspaceState held) {
    String a = describe(world.committed());
    String b = describe(held);
    if (!a.equals(b)) {
      throw new Violation("held and folded state differ:\n" + a + "\n---\n" + b);
    }
    // That something was held back is known to its owner alone.
    boolean heldBack = held.followed() == Followed.HELD_BACK;
    if (!heldBack && !held.nextDue().equals(world.committed().nextDue())) {
      throw new Violation("held and folded state are due at different times");
    }
  }

  static String describe(WorkspaceState state) {
    StringBuilder text = new StringBuilder();
    state.records().all().forEach(record -> text.append(record).append('\n'));
    for (RunRecord run : state.runs()) {
      text.append(run).append('\n');
      RunDetails.of(state, run.run(), 10_000)
          .ifPresent(view -> text.append(view.nodes()).append('\n'));
    }
    text.append(state.leaseHolders()).append(state.closed());
    text.append(io.sluice.machine.view.LocksView.of(state));
    return text.toString();
  }

  /** Every object is in state, orphaned, or in doubt; and every record has its object. */
  void nothingIsLost() {
    Set<String> known = new HashSet<>();
    Set<String> doubtful = new HashSet<>();
    for (StateRecord record : world.records().values()) {
      if (record.id() != null) {
        known.add(record.id());
      }
      if (record.status() == RecordStatus.IN_DOUBT) {
        doubtful.add(record.address().live().text());
      }
    }
    for (Ledger.Thing thing : world.ledger.live.values()) {
      boolean ours = !world.ledger.outside.contains(thing.id());
      if (ours && !known.contains(thing.id()) && !doubtful.contains(thing.address())) {
        throw new Violation(thing + " is in no record");
      }
    }
    for (StateRecord record : world.records().values()) {
      boolean real =
          record.status() != RecordStatus.IN_DOUBT
              && record.status() != RecordStatus.ORPHAN
              && !record.refreshDue()
              && !world.ledger.goneOutside.contains(String.valueOf(record.id()))
              && !record.desired().path("repeat").asText().equals(RepeatClass.PURE.name());
      if (real && !world.ledger.live.containsKey(record.id())) {
        throw new Violation(record.address() + " stands in state, but there is no " + record.id());
      }
    }
  }

  /** After a last apply without faults, the world is what one sequential apply would have made. */
  void equalsOracle(Document document) {
    Map<String, String> wanted = new TreeMap<>();
    Map<String, String> real = new TreeMap<>();
    for (Document.Resource resource : document.resources()) {
      String config = Differ.config(resource).toString();
      if (resource.step()) {
        continue;
      }
      if (resource.count() == null) {
        wanted.put(resource.address(), config);
      } else {
        for (int i = 0; i < resource.count(); i++) {
          wanted.put(resource.address() + "[" + i + "]", config);
        }
      }
    }
    Map<String, String> held = new TreeMap<>();
    for (StateRecord record : world.records().values()) {
      held.put(record.address().text(), record.desired().toString());
      boolean pure = record.desired().path("repeat").asText().equals(RepeatClass.PURE.name());
      Ledger.Thing thing = pure ? null : world.ledger.live.get(record.id());
      if (!pure && thing != null) {
        real.put(thing.id(), thing.config());
        if (!thing.config().equals(record.desired().toString())) {
          throw new Violation(
              record.address() + " is " + record.desired() + " but really " + thing);
        }
      }
    }
    if (!held.equals(wanted)) {
      throw new Violation("state is\n" + held + "\nbut one apply would have made\n" + wanted);
    }
    if (!real.keySet().equals(world.ledger.live.keySet())) {
      throw new Violation("there is " + world.ledger.live + " but state knows " + real);
    }
  }

  private boolean done(String run, String id) {
    Node node = nodes(run).get(id);
    NodeRecord record = record(run, id);
    if (node != null && node.action() == Action.NOOP) {
      return node.after().stream().allMatch(after -> done(run, after));
    }
    if (record != null && record.status() == NodeStatus.EXPANDED) {
      return instances.getOrDefault(run + " " + id, Set.of()).stream()
          .filter(instance -> !deletes(run, instance))
          .allMatch(instance -> done(run, instance));
    }
    return record != null && record.status() == NodeStatus.SUCCEEDED;
  }

  /** What a person has to agree to does not begin before; reads change nothing. */
  void mayLeave(Task task, String hash) {
    boolean asks = world.options.get(task.run()).approval() == Approval.REQUIRED;
    boolean looks = task.action() == Action.READ || task.action() == Action.PLAN;
    if (asks && !looks && !world.approved.contains(task.run() + hash)) {
      throw new Violation(task.node() + " of " + task.run() + " is released without approval");
    }
    String what = task.run() + " " + task.address().live();
    boolean goes = task.action() == Action.DELETE && world.beyond.contains(what);
    if (goes && !world.agreed.contains(what)) {
      throw new Violation(task.node() + " of " + task.run() + " goes, and nobody was shown that");
    }
  }

  /** One commit may hold several inputs: what left with it may have left before it failed. */
  void beforeCommit() {
    failed.clear();
    for (Change change : world.log.values()) {
      if (change instanceof Change.Node put
          && put.value() != null
          && put.value().status() == NodeStatus.FAILED) {
        failed.add(put.run());
      }
    }
  }

  private boolean deletes(String run, String id) {
    Node node = nodes(run).get(id);
    return node != null && node.action() == Action.DELETE;
  }

  /** A surplus instance goes only when all that depends on its block has moved. */
  private void surplusGoesLast(Task task) {
    if (task.action() != Action.DELETE) {
      return;
    }
    instances.forEach(
        (placeholder, ids) -> {
          String id = placeholder.substring(placeholder.indexOf(' ') + 1);
          boolean ofThisRun = placeholder.equals(task.run() + " " + id);
          if (!ofThisRun || !ids.contains(task.node())) {
            return;
          }
          for (Node other : nodes(task.run()).values()) {
            boolean moves = other.action() != Action.DELETE && other.after().contains(id);
            if (moves && !done(task.run(), other.id())) {
              throw new Violation(task.node() + " is deleted before " + other.id() + " has moved");
            }
          }
        });
  }

  private Map<String, Node> nodes(String run) {
    Map<String, Node> nodes = new HashMap<>();
    runRecord(run).map(record -> plans.get(run + " " + record.planId())).ifPresent(nodes::putAll);
    nodes.putAll(expansions.getOrDefault(run, Map.of()));
    return nodes;
  }

  private List<String> runs() {
    List<String> runs = new ArrayList<>();
    for (Change change : world.log.values()) {
      if (change.value() instanceof RunRecord run && !run.ended()) {
        runs.add(run.run());
      }
    }
    return runs;
  }

  private Optional<RunRecord> runRecord(String run) {
    return Optional.ofNullable((Change.Run) world.log.get("RUNS:w/" + run)).map(Change.Run::value);
  }

  private @Nullable NodeRecord record(String run, String node) {
    return world.log.get("RUNS:w/" + run + "/" + node) instanceof Change.Node put
        ? put.value()
        : null;
  }
}
