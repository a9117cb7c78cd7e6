package io.sluice.machine.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.graph.Awaited;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.task.InitialRelease;
import io.sluice.machine.task.Lookup;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.NodeId;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Purpose;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.request.Sight;
import io.sluice.planning.request.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The planner service: parts first, outside any transaction, then one small transaction. */
final class Planner {
  private static final int LOOKS = 2;
  private final World world;
  private final Map<String, Prepared> early = new HashMap<>();
  private Prepared prepared;
  private int plans;

  /** How often the request at hand was looked at in vain. */
  private int looks;

  private record Prepared(
      PlanRequest.PlanRun request,
      String planId,
      List<Node> nodes,
      int parts,
      long version,
      Map<String, StateRecord> records,
      Set<Address> closed,
      Purpose purpose) {}

  Planner(World world) {
    this.world = world;
  }

  boolean idle() {
    return world.requests.isEmpty();
  }

  void step() {
    if (world.strikes(Fault.KILL_PLANNER, 10)) {
      world.note("planner killed");
      prepared = null;
      return;
    }
    PlanRequest request = world.requests.peek();
    if (request == null) {
      return;
    }
    if (given(request)) {
      pass();
      return;
    }
    switch (Verdict.of(request, sight(), looks >= LOOKS)) {
      case Verdict.Answer answer -> answer(request);
      case Verdict.Later later -> {
        looks++;
        world.note("planner waits: " + later.why());
      }
      case Verdict.Pass(String why) -> {
        world.note("planner passes " + request.run() + " over: " + why);
        pass();
      }
      case Verdict.Refuse refuse -> refuse(request, refuse.why());
    }
  }

  private void pass() {
    world.requests.remove();
    prepared = null;
    looks = 0;
  }

  /** Whether the request is given up without an answer. */
  private boolean given(PlanRequest request) {
    if (world.is(Mutant.REQUEST_DROPPED) && world.brokerEpoch > request.epoch()) {
      world.note("planner says nothing to a request of epoch " + request.epoch());
      return true;
    }
    boolean parked = world.strikes(Fault.PARK_REQUEST, 20);
    if (parked) {
      world.note("planner parks the request of " + request.run());
    }
    return parked;
  }

  private Sight sight() {
    if (!world.strikes(Fault.OWNER_AWAY, 12)) {
      return new Sight.Seen(world.brokerEpoch, world.applied);
    }
    int times = world.random.nextInt(Verdict.PATIENCE * 4);
    return times > Verdict.PATIENCE
        ? new Sight.Away("nobody answers")
        : new Sight.Faulty("no state", times);
  }

  private void refuse(PlanRequest request, String why) {
    pass();
    world.note("planner refuses " + request.run() + ": " + why);
    world.inbox.add(
        switch (request) {
          case PlanRequest.PlanRun run ->
              new InboxMessage.PlanRefused(run.run(), List.of(why), run.round());
          case PlanRequest.ExpandNode expand ->
              new InboxMessage.Expanded(
                  expand.run(),
                  expand.expand().id(),
                  "x-" + ++plans,
                  List.of(),
                  new TaskError(ErrorClass.PERMANENT, ErrorCode.of("OWNER"), why, null),
                  expand.attempt());
        });
  }

  private void answer(PlanRequest request) {
    looks = 0;
    switch (request) {
      case PlanRequest.ExpandNode expand -> expand(expand);
      case PlanRequest.PlanRun run -> {
        if (prepared == null || !prepared.request().equals(run)) {
          prepare(run);
        } else {
          finish();
        }
      }
    }
  }

  /** Whether the request waits for the planner. */
  boolean hasBefore(Awaited.Asked asked) {
    return world.requests.stream()
        .anyMatch(
            request ->
                switch (request) {
                  case PlanRequest.PlanRun run ->
                      asked.node() == null
                          && asked.run().equals(run.run())
                          && asked.round() == run.round();
                  case PlanRequest.ExpandNode expand ->
                      expand.expand().id().equals(asked.node())
                          && asked.run().equals(expand.run())
                          && asked.round() == expand.attempt();
                });
  }

  /** For the mutant that takes a plan made long before its claim was granted. */
  void planEarly(String run) {
    early.put(run, read(null, world.documents.get(run)));
  }

  private void prepare(PlanRequest.PlanRun request) {
    Prepared made = read(request, world.documents.get(request.run()));
    if (request.kind() == RunKind.IMPORT && made.nodes().isEmpty()) {
      world.requests.remove();
      world.send(
          new InboxMessage.PlanRefused(
              request.run(), List.of("it is managed already"), request.round()));
      return;
    }
    if (world.is(Mutant.STALE_PLAN_ACCEPTED) && early.containsKey(request.run())) {
      Prepared old = early.get(request.run());
      made =
          new Prepared(
              request,
              made.planId(),
              old.nodes(),
              0,
              made.version(),
              Map.of(),
              old.closed(),
              Purpose.CHANGE);
    }
    int parts =
        made.nodes().isEmpty() ? 0 : 1 + world.random.nextInt(Math.min(3, made.nodes().size()));
    for (int i = 0; i < parts; i++) {
      int from = made.nodes().size() * i / parts;
      int to = made.nodes().size() * (i + 1) / parts;
      world.send(
          Mutations.part(
              world,
              new PlanPart(
                  request.run(), made.planId(), i, made.nodes().subList(from, to), Map.of())));
    }
    prepared =
        new Prepared(
            request,
            made.planId(),
            made.nodes(),
            parts,
            made.version(),
            made.records(),
            made.closed(),
            made.purpose());
    world.note("planner made " + made.planId() + " for " + request.run());
  }

  private Prepared read(PlanRequest.PlanRun request, Document document) {
    WorkspaceState snapshot = world.committed();
    Map<String, StateRecord> records = Differ.byAddress(snapshot.records().all());
    List<Node> reads = request == null ? List.of() : reads(request, document, records);
    boolean only =
        request != null && (request.kind() == RunKind.REFRESH || request.kind() == RunKind.DRIFT);
    boolean first = only || !reads.isEmpty();
    List<Node> wave = request == null || first ? List.of() : wave(request);
    Purpose purpose = first ? Purpose.READ : wave.isEmpty() ? Purpose.CHANGE : Purpose.ASK;
    List<Node> nodes =
        switch (purpose) {
          case READ -> reads;
          case ASK -> wave;
          case CHANGE ->
              request != null && request.kind() == RunKind.PLAN
                  ? List.of()
                  : imports(request) ? taken(request, records) : Differ.plan(document, records);
        };
    return new Prepared(
        request, "plan-" + ++plans, nodes, 0, world.applied, records, snapshot.closed(), purpose);
  }

  /** What providers have to be asked before the plan: each wave rests on the one before. */
  private List<Node> wave(PlanRequest.PlanRun request) {
    int done = done(request.answers());
    return imports(request) || done >= world.waves(request.run())
        ? List.of()
        : questions(NodeId.PLAN, NodeId.PLAN, request.round(), done);
  }

  private static int done(List<JsonNode> answers) {
    return answers.stream().mapToInt(answer -> answer.path("wave").asInt() + 1).max().orElse(0);
  }

  private List<Node> questions(String of, String address, int request, int wave) {
    List<Node> nodes = new ArrayList<>();
    int batches = 1 + world.random.nextInt(3);
    for (int i = 0; i < batches; i++) {
      nodes.add(Differ.question(NodeId.wave(of, request, i), address, wave));
    }
    return nodes;
  }

  private static boolean imports(PlanRequest.PlanRun request) {
    return request != null && request.kind() == RunKind.IMPORT;
  }

  /** Nothing where one of the addresses is taken: that is refused. */
  private List<Node> taken(PlanRequest.PlanRun request, Map<String, StateRecord> records) {
    Map<String, String> wishes = world.imports.get(request.run());
    return wishes.keySet().stream().anyMatch(records::containsKey)
        ? List.of()
        : wishes.entrySet().stream()
            .map(wish -> Differ.imported(wish.getKey(), wish.getValue()))
            .toList();
  }

  private List<Node> reads(
      PlanRequest.PlanRun request, Document document, Map<String, StateRecord> records) {
    boolean only = request.kind() == RunKind.REFRESH || request.kind() == RunKind.DRIFT;
    if (request.refreshed()
        || request.kind() == RunKind.PLAN
        || imports(request)
        || (world.is(Mutant.PLANNED_WITHOUT_READING) && !only)) {
      return List.of();
    }
    return Differ.reads(document, records, only || request.options().refresh());
  }

  private void finish() {
    PlanRequest.PlanRun request = prepared.request();
    List<InitialRelease.FirstTask> leaving =
        new InitialRelease(World.SETTINGS)
            .choose(
                request,
                prepared.nodes(),
                world.windows(),
                prepared.closed(),
                lookup(prepared.records()));
    world.requests.remove();
    InboxMessage planned =
        Planned.of(
            draft -> {
              draft.run = request.run();
              draft.planId = prepared.planId();
              draft.parts = prepared.parts();
              draft.nodes = prepared.nodes().size();
              draft.hash = "hash-" + prepared.planId();
              draft.version = prepared.version();
              draft.basis = basis();
              draft.released = leaving.stream().map(InitialRelease.FirstTask::released).toList();
              draft.windows = world.windows();
              draft.refresh = prepared.purpose() == Purpose.READ;
              draft.round = request.round();
              draft.asks = prepared.purpose() == Purpose.ASK;
            });
    world.inbox.add(planned);
    world.invariants.planned(request.run(), prepared.planId(), prepared.nodes());
    leaving.forEach(l -> world.invariants.mayLeave(l.task(), "hash-" + prepared.planId()));
    leaving.forEach(l -> world.invariants.callers.leaves(l.task(), prepared.planId()));
    leaving.forEach(l -> world.tasks.send(l.task()));
    if (world.strikes(Fault.REPEAT_MESSAGE, 6)) {
      world.echoes.add(planned);
    }
    world.note("planned " + request.run() + ", " + leaving.size() + " left with the plan");
    prepared = null;
  }

  private Map<Address, Long> basis() {
    Map<Address, Long> basis = new TreeMap<>();
    if (!world.is(Mutant.STALE_PLAN_ACCEPTED) && !imports(prepared.request())) {
      for (Node node : prepared.nodes()) {
        StateRecord record = prepared.records().get(node.address().text());
        basis.put(node.address(), record == null ? 0L : record.version());
      }
    }
    return basis;
  }

  private void expand(PlanRequest.ExpandNode request) {
    Document document = world.documents.get(request.run());
    Document.Resource resource =
        document.resources().stream()
            .filter(r -> r.node().equals(request.expand().id()))
            .findFirst()
            .orElseThrow();
    String id = request.expand().id();
    int done = done(request.answers());
    if (done < world.waves(request.run() + id)) {
      ask(request, questions(id, id, request.attempt(), done));
      return;
    }
    List<Node> nodes = Differ.expand(resource, world.records());
    world.requests.remove();
    List<String> beyond = world.isPartlyShown(request.run()) ? deleted(nodes) : List.of();
    InboxMessage.Expanded expanded =
        new InboxMessage.Expanded(
            request.run(),
            request.expand().id(),
            "x-" + ++plans,
            nodes,
            null,
            request.attempt(),
            false,
            null,
            beyond);
    beyond.forEach(address -> world.beyond.add(request.run() + " " + address));
    world.inbox.add(expanded);
    world.invariants.expanded(request.run(), request.expand().id(), nodes);
    if (world.strikes(Fault.REPEAT_MESSAGE, 3)) {
      world.echoes.add(expanded);
    }
    world.note("expanded " + request.expand().id() + " of " + request.run());
  }

  private static List<String> deleted(List<Node> nodes) {
    return nodes.stream()
        .filter(node -> node.action() == Action.DELETE)
        .map(node -> node.address().live().text())
        .distinct()
        .toList();
  }

  private void ask(PlanRequest.ExpandNode request, List<Node> questions) {
    world.requests.remove();
    String id = request.expand().id();
    InboxMessage.Expanded asked =
        new InboxMessage.Expanded(
            request.run(), id, "x-" + ++plans, questions, null, request.attempt(), true);
    world.inbox.add(asked);
    world.invariants.asked(request.run(), questions);
    if (world.strikes(Fault.REPEAT_MESSAGE, 3)) {
      world.echoes.add(asked);
    }
    world.note("asks before it expands " + id + " of " + request.run());
  }

  private static Lookup lookup(Map<String, StateRecord> records) {
    return new Lookup() {
      @Override
      public Optional<StateRecord> record(Address address) {
        return Optional.ofNullable(records.get(address.text()));
      }
    };
  }
}
