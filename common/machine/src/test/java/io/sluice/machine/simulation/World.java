package io.sluice.machine.simulation;

import io.sluice.machine.Machine;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.Change;
import io.sluice.machine.stored.InMemoryStateRecords;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.transition.Command;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.Control;
import io.sluice.model.message.Event;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.message.PlanRequest.TaskSettings;
import io.sluice.model.message.Task;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.StateRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** The topics, the clock, and the roles that work on them. Every choice comes from one seed. */
final class World {
  static final MachineSettings SETTINGS =
      new MachineSettings(
          3,
          RetryPolicy.DEFAULT,
          new TaskSettings(
              Duration.ofSeconds(60),
              Duration.ofHours(24),
              Ledger.HIDDEN.plusSeconds(20),
              3,
              64 * 1024),
          10,
          1_000,
          100,
          10,
          Limits.STANDARD);

  final Scenario scenario;
  final Random random;
  final Machine machine = new Machine(SETTINGS);
  final Ledger ledger = new Ledger(this::isOrphan);
  final TaskTopic tasks = new TaskTopic();
  final List<InboxMessage> inbox = new ArrayList<>();
  final Deque<InboxMessage> echoes = new ArrayDeque<>();
  final Deque<PlanRequest> requests = new ArrayDeque<>();
  final Map<String, Control.Standing> controls = new HashMap<>();
  final Map<String, Document> documents = new HashMap<>();
  final Map<String, RunOptions> options = new HashMap<>();
  final Set<String> approved = new HashSet<>();

  /** What goes though no plan has named it, and what people have agreed to of that. */
  final Set<String> beyond = new HashSet<>();

  final Set<String> agreed = new HashSet<>();

  /** Whether its plan does not name what its placeholders may delete: as after a force-unlock. */
  boolean isPartlyShown(String run) {
    return options.get(run).approval() == Approval.REQUIRED
        && Math.floorMod(run.hashCode() + (int) scenario.seed(), 3) > 0;
  }

  private boolean asksProviders() {
    return scenario.seed() % 3 == 1;
  }

  /** How many waves of questions go before the plan, or before a placeholder's instances. */
  int waves(String what) {
    if (!asksProviders()) {
      return 0;
    }
    int dice = Math.floorMod(what.hashCode() * 31 + (int) scenario.seed() * 7, 5);
    return Math.max(0, dice - 2);
  }

  /** What a run takes over: by address, the object that is to stand there. */
  final Map<String, Map<String, String>> imports = new HashMap<>();

  boolean blessed;
  final List<String> trace = new ArrayList<>();
  final Set<Fault> struck = EnumSet.noneOf(Fault.class);
  final Set<String> aliveWorkers = new HashSet<>();
  final List<Worker> workers = new ArrayList<>();
  final Planner planner = new Planner(this);
  final Map<String, Change> log = new TreeMap<>();
  final Invariants invariants = new Invariants(this);
  StateShell owner;
  final List<StateShell> zombies = new ArrayList<>();
  Instant now = Instant.parse("2026-01-01T00:00:00Z");
  Duration skew = Duration.ZERO;
  long brokerEpoch;
  long applied;
  boolean chaos = true;
  Document last;
  private int incarnations;
  private int claims;
  private int runs;
  private final Map<String, Long> sequences = new HashMap<>();

  World(Scenario scenario) {
    this.scenario = scenario;
    this.random = new Random(scenario.seed());
    this.owner = new StateShell(this);
    for (int i = 0; i < 3; i++) {
      workers.add(new Worker(this));
    }
    this.last = Document.random(random, scenario.resources());
  }

  boolean is(Mutant mutant) {
    return scenario.mutant() == mutant;
  }

  /** Whether each step of this history is taken back once, and compared with what is restored. */
  boolean looksClosely() {
    return is(Mutant.NONE) && scenario.seed() % 50 == 0;
  }

  /** Whether the fault strikes now, once in so many times. */
  boolean strikes(Fault fault, int onceIn) {
    int dice = random.nextInt(onceIn);
    boolean strikes = chaos && scenario.faults().contains(fault) && dice == 0;
    if (strikes) {
      struck.add(fault);
    }
    return strikes;
  }

  void note(String what) {
    trace.add(what);
  }

  String newIncarnation() {
    String incarnation = "worker-" + ++incarnations;
    aliveWorkers.add(incarnation);
    return incarnation;
  }

  String newClaim(String incarnation) {
    return incarnation + "/" + ++claims;
  }

  void send(InboxMessage message) {
    inbox.add(message);
    switch (message) {
      case InboxMessage.Started s ->
          note("heard: started " + s.node() + "@" + s.attempt() + " " + s.claimId());
      case InboxMessage.Redelivered s ->
          note("heard: redelivered " + s.node() + "@" + s.attempt() + " " + s.claimId());
      case InboxMessage.Dropped s ->
          note("heard: dropped " + s.node() + "@" + s.attempt() + " " + s.claimId());
      case InboxMessage.Deferred s ->
          note("heard: deferred " + s.node() + "@" + s.attempt() + " " + s.claimId());
      case InboxMessage.GaveUp s ->
          note("heard: gave up " + s.node() + "@" + s.attempt() + " " + s.claimId());
      case InboxMessage.Result s ->
          note(
              "heard: result "
                  + s.outcome()
                  + " of "
                  + s.node()
                  + "@"
                  + s.attempt()
                  + " "
                  + s.claimId());
      default -> {}
    }
    if (strikes(Fault.REPEAT_MESSAGE, 12)) {
      if (random.nextBoolean()) {
        inbox.add(message);
      } else {
        echoes.add(message);
      }
    }
  }

  String submit(Document document) {
    RunKind kind = RunKind.APPLY;
    if (runs > 0 && random.nextInt(8) == 0) {
      kind = random.nextBoolean() ? RunKind.REFRESH : RunKind.DRIFT;
    } else if (runs > 0 && asksProviders() && random.nextInt(3) == 0) {
      kind = RunKind.PLAN;
    }
    return submit(
        document,
        kind,
        random.nextInt(4) == 0 ? OnFailure.STOP : OnFailure.CONTINUE,
        random.nextInt(4) == 0,
        random.nextInt(6) == 0 ? Approval.REQUIRED : Approval.GIVEN);
  }

  String submit(
      Document document, RunKind kind, OnFailure onFailure, boolean refresh, Approval approval) {
    String run = "run-" + ++runs;
    documents.put(run, document);
    RunOptions asked =
        new RunOptions(0, onFailure, document.targets(), refresh, approval, null, false, false);
    options.put(run, asked);
    note("submit " + run + " " + kind + " " + asked);
    send(new InboxMessage.Submitted(run, "w", kind, Json.object(), asked, null, "someone"));
    return run;
  }

  /** Someone has made objects by hand, and wants them to stand at the addresses of resources. */
  void submitImport(Document document, List<Document.Resource> resources) {
    Map<String, String> wishes = new TreeMap<>();
    resources.forEach(resource -> wishes.put(resource.address(), ledger.makeOutside()));
    String run = submit(document, RunKind.IMPORT, OnFailure.CONTINUE, false, Approval.GIVEN);
    imports.put(run, wishes);
    note(run + " imports " + wishes);
  }

  /** How far the wall clocks of workers are from the state service's: no two have to agree. */
  Duration apart() {
    return Duration.ofSeconds(Math.floorMod(scenario.seed() * 37, 7_201) - 3_600);
  }

  /** A provider has places for so many, in some histories; the same in all runs. */
  Map<String, Integer> windows() {
    return scenario.seed() % 3 == 0 ? Map.of("t", 2) : Map.of();
  }

  /** Whether whatever is done there fails, time after time. */
  boolean isCursed(Address address) {
    boolean cursed =
        scenario.faults().contains(Fault.FAIL_ALWAYS)
            && scenario.seed() % 4 == 0
            && !blessed
            && address.live().text().equals("t.r1");
    if (cursed) {
      struck.add(Fault.FAIL_ALWAYS);
    }
    return cursed;
  }

  /** The committed records, read again: nothing comes from a role's memory. */
  WorkspaceState committed() {
    InMemoryStateRecords records = new InMemoryStateRecords();
    List<Change> others = new ArrayList<>();
    for (Change change : log.values()) {
      if (change.value() instanceof StateRecord record) {
        records.put(record);
      } else {
        others.add(change);
      }
    }
    return WorkspaceState.restore("w", records, others);
  }

  Map<String, StateRecord> records() {
    Map<String, StateRecord> records = new TreeMap<>();
    for (Change change : log.values()) {
      if (change.value() instanceof StateRecord record) {
        records.put(record.address().text(), record);
      }
    }
    return records;
  }

  /** The inbox record as its reader decodes it. */
  InboxMessage heard(int position) {
    InboxMessage message = inbox.get(position);
    return travels() ? Wire.read(InboxMessage.class, message, now) : message;
  }

  /** Encoding costs more than all else that is played: every other history does without. */
  private boolean travels() {
    return scenario.seed() % 2 == 0;
  }

  /** One transaction of the state service: all of it becomes visible, or nothing. */
  void commit(List<Change> changes, List<Command> commands, long appliedTo) {
    invariants.beforeCommit();
    for (Change change : changes) {
      invariants.before(change);
      if (change.value() instanceof StateRecord record) {
        ledger.outside.remove(String.valueOf(record.id()));
      }
      if (change.value() == null) {
        log.remove(key(change));
      } else {
        log.put(key(change), travels() ? Wire.read(change, now) : change);
      }
    }
    for (Command command : commands) {
      switch (command) {
        case Command.SendTask send -> {
          invariants.leaves(send.task());
          tasks.send(travels() ? Wire.read(Task.class, send.task(), now) : send.task());
        }
        case Command.RequestPlan request -> {
          invariants.requested(request.request());
          requests.add(
              travels() ? Wire.read(PlanRequest.class, request.request(), now) : request.request());
        }
        case Command.Emit emit -> sequence(emit.event());
        case Command.SetControl set -> controls.put(set.control().run(), set.control().standing());
        case Command.ClearControl clear -> controls.remove(clear.run());
      }
    }
    applied = Math.max(applied, appliedTo);
    invariants.afterCommit();
  }

  private boolean isOrphan(String id) {
    return records().values().stream()
        .anyMatch(record -> record.address().isOrphan() && id.equals(record.id()));
  }

  private static String key(Change change) {
    return change.topic() + ":" + change.key("w");
  }

  private void sequence(Event event) {
    if (event.seq() == 0) {
      return;
    }
    Long before = sequences.put(event.run(), event.seq());
    if (event.seq() != (before == null ? 1 : before + 1)) {
      throw new Violation(
          "event " + event.seq() + " of " + event.run() + " follows event " + before);
    }
  }

  void takeOver() {
    owner = new StateShell(this);
    note("state service taken over, epoch " + brokerEpoch);
  }

  void tick(Duration by) {
    now = now.plus(by);
  }
}
