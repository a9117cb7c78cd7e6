package io.sluice.machine.simulation;

import io.sluice.machine.RunDetails;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.Change;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Order;
import io.sluice.model.message.Order.Resolution;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions.Approval;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One history: chaos, then calm, then a person who tidies up, then one last apply. */
final class Simulation {
  private static final int CALM_STEPS = 30_000;

  private final World world;
  private final Random random;
  private int submitted;

  private Simulation(Scenario scenario) {
    world = new World(scenario);
    random = world.random;
  }

  /** What went wrong, and how it came to that; null if nothing did. */
  record Failure(Scenario scenario, String what, List<String> trace) {}

  static @Nullable Failure run(Scenario scenario) {
    Simulation simulation = new Simulation(scenario);
    try {
      simulation.play();
      return null;
    } catch (RuntimeException e) {
      String what = e instanceof Violation ? String.valueOf(e.getMessage()) : withStack(e);
      return new Failure(scenario, what, simulation.world.trace);
    }
  }

  static List<String> traceOf(Scenario scenario) {
    Failure failure = run(scenario);
    return failure == null ? List.of("no violation") : failure.trace();
  }

  /** The faults that really happened in this history. */
  static Set<Fault> struckIn(Scenario scenario) {
    Simulation simulation = new Simulation(scenario);
    simulation.play();
    return simulation.world.struck;
  }

  private static String withStack(RuntimeException e) {
    StringBuilder text = new StringBuilder("the machine or the world threw " + e);
    for (int i = 0; i < Math.min(12, e.getStackTrace().length); i++) {
      text.append("\n    at ").append(e.getStackTrace()[i]);
    }
    return text.toString();
  }

  private void play() {
    submitNext();
    for (int i = 0; i < world.scenario.chaosSteps(); i++) {
      step();
    }
    while (submitted < world.scenario.runs()) {
      submitNext();
    }
    calm();
    world.invariants.heldEqualsFolded(world.owner.state());
    world.invariants.nothingIsLost();
    tidyUp();
    world.blessed = true;
    String run =
        world.submit(
            new Document(world.last.resources(), List.of()),
            RunKind.APPLY,
            OnFailure.CONTINUE,
            true,
            Approval.GIVEN);
    calm();
    RunRecord end = world.committed().run(run).orElseThrow();
    if (end.outcome() != RunOutcome.SUCCEEDED) {
      throw new Violation("the last apply ended as " + end);
    }
    world.invariants.nothingIsLost();
    world.invariants.equalsOracle(world.last);
  }

  private void submitNext() {
    submitted++;
    Document document = submitted == 1 ? world.last : world.last.evolved(random, submitted);
    world.last = document;
    Document asked = random.nextInt(3) == 0 ? document.targeting(random) : document;
    String run = world.submit(asked);
    if (world.is(Mutant.STALE_PLAN_ACCEPTED)) {
      world.planner.planEarly(run);
    }
    if (asked != document && random.nextBoolean() && submitted < world.scenario.runs()) {
      submitted++;
      world.submit(document.targeting(random));
    }
  }

  private void step() {
    world.tick(Duration.ofMillis(random.nextInt(400)));
    int dice = random.nextInt(24);
    if (dice < 9) {
      world.owner.step();
    } else if (dice < 12) {
      world.planner.step();
    } else if (dice < 20) {
      world.workers.get(random.nextInt(world.workers.size())).step();
    } else if (dice == 20) {
      if (submitted < world.scenario.runs() && random.nextInt(4) == 0) {
        submitNext();
      }
    } else if (dice == 21) {
      changeOutside();
      person();
    } else {
      disturb();
    }
  }

  private void disturb() {
    Worker worker = world.workers.get(random.nextInt(world.workers.size()));
    if (world.strikes(Fault.KILL_WORKER, 6)) {
      worker.kill();
    } else if (worker.paused) {
      worker.paused = random.nextInt(3) > 0;
    } else if (world.strikes(Fault.PAUSE_WORKER, 6)) {
      worker.freeze(random.nextBoolean());
    } else if (world.strikes(Fault.STOP_WORKER, 10)) {
      worker.stop();
    }
    if (world.strikes(Fault.ZOMBIE_STATE, 8)) {
      StateShell old = world.owner;
      world.takeOver();
      world.zombies.add(old);
    }
    if (!world.zombies.isEmpty() && random.nextBoolean()) {
      world.zombies.get(random.nextInt(world.zombies.size())).step();
    }
    if (world.strikes(Fault.RESTART_BROKER, 15)) {
      world.note("broker restarted");
      world.tasks.restart();
    }
    if (world.strikes(Fault.CLOCK_JUMP, 15)) {
      world.skew = Duration.ofSeconds(random.nextInt(20) - 10);
      world.note("clock of the state service is off by " + world.skew);
    }
    if (!world.echoes.isEmpty() && random.nextInt(4) == 0) {
      world.inbox.add(world.echoes.remove());
    }
  }

  private void person() {
    if (world.scenario.seed() % 7 == 5 && submitted < world.scenario.runs()) {
      takeOver();
    }
    String run = "run-" + (1 + random.nextInt(Math.max(1, submitted)));
    if (world.strikes(Fault.CANCEL, 12)) {
      world.note("cancel " + run);
      world.send(new Order.Cancel(run, random.nextInt(3) == 0, "someone"));
    } else if (world.strikes(Fault.PAUSE_RUN, 8)) {
      world.note("pause " + run);
      world.send(new Order.Pause(run, "someone"));
    } else if (world.strikes(Fault.PAUSE_RUN, 4)) {
      world.note("resume " + run);
      world.send(new Order.Resume(run, "someone"));
    } else if (random.nextInt(4) == 0) {
      approve(run, random.nextInt(4) == 0);
    } else if (world.strikes(Fault.UNLOCK, 25)) {
      world.note("force-unlock " + run);
      world.send(new Order.ForceUnlock(run, "someone"));
    } else if (world.strikes(Fault.ABANDON, 25)) {
      world.note("abandon " + run);
      world.send(new Order.Abandon(run, "someone"));
    } else if (world.strikes(Fault.DISCARD, 12)) {
      world.note("discard " + run);
      world.send(new Order.Discard(run, "someone"));
    }
  }

  /** Imports what someone has made by hand, be there something at its address by then or not. */
  private void takeOver() {
    List<Document.Resource> plain =
        new ArrayList<>(
            world.last.resources().stream()
                .filter(r -> r.count() == null && !r.step() && r.repeat() != RepeatClass.PURE)
                .toList());
    if (!plain.isEmpty() && random.nextInt(6) == 0) {
      submitted++;
      Collections.shuffle(plain, random);
      world.submitImport(world.last, plain.subList(0, 1 + random.nextInt(plain.size())));
    }
  }

  /** The plan that is shown; sometimes one that was shown before. */
  private void approve(String run, boolean outdated) {
    RunRecord record = world.committed().run(run).orElse(null);
    if (record == null || record.phase() != RunPhase.AWAITING_APPROVAL) {
      return;
    }
    boolean late = record.beyond() != null && !record.beyond().waiting().isEmpty();
    String old = late ? String.valueOf(record.hash()) : "hash-of-another-plan";
    String hash = outdated ? old : String.valueOf(record.toApprove());
    world.approved.add(run + hash);
    if (late && !outdated) {
      record.beyond().waiting().forEach(address -> world.agreed.add(run + " " + address));
    }
    world.note("approve " + run + " " + hash);
    world.send(new Order.Approve(run, hash, "someone"));
  }

  /** Someone else changes or deletes an object on which no operation is under way. */
  private void changeOutside() {
    List<StateRecord> known =
        world.records().values().stream()
            .filter(r -> r.status() == RecordStatus.OK && !r.address().isOrphan())
            .filter(r -> r.id() != null && world.ledger.live.containsKey(r.id()))
            .toList();
    boolean busy = world.committed().runs().stream().anyMatch(run -> !run.ended());
    if (known.isEmpty() || busy || !world.strikes(Fault.CHANGE_OUTSIDE, 2)) {
      return;
    }
    String id = String.valueOf(known.get(random.nextInt(known.size())).id());
    if (random.nextBoolean()) {
      world.note(id + " changed outside");
      world.ledger.changeOutside(id);
    } else {
      world.note(id + " deleted outside");
      world.ledger.deleteOutside(id);
    }
  }

  /** No more faults: everything that was begun has to come to its end. */
  private void calm() {
    world.chaos = false;
    world.skew = Duration.ZERO;
    world.zombies.clear();
    world.inbox.addAll(world.echoes);
    world.echoes.clear();
    world.workers.forEach(worker -> worker.paused = false);
    for (RunRecord run : world.committed().runs()) {
      if (!run.ended()) {
        world.inbox.add(new Order.Resume(run.run(), "someone"));
      }
    }
    world.note("calm");
    for (int i = 0; i < CALM_STEPS; i++) {
      world.owner.step();
      world.planner.step();
      world.workers.forEach(Worker::step);
      if (quiet()) {
        WorkspaceState state = world.owner.state();
        if (state.idle()) {
          return;
        }
        Optional<Instant> due = state.nextDue();
        due.filter(at -> at.isAfter(world.now)).ifPresent(at -> world.now = at);
        if (due.isEmpty()) {
          resumeOrFail(state);
        }
      }
    }
    throw new Violation("runs do not end: " + unended());
  }

  private void resumeOrFail(WorkspaceState state) {
    boolean resumed = false;
    for (RunRecord run : state.runs()) {
      if (!run.ended() && run.paused()) {
        world.inbox.add(new Order.Resume(run.run(), "someone"));
        resumed = true;
      }
    }
    for (RunRecord run : state.runs()) {
      if (run.phase() == RunPhase.AWAITING_APPROVAL) {
        approve(run.run(), false);
        resumed = true;
      }
    }
    if (!resumed && state.leaseHolders().stream().allMatch(world.aliveWorkers::contains)) {
      boolean[] silent = {false};
      state.forEachUnclaimed(a -> silent[0] |= world.tasks.passed(a.run(), a.node(), a.attempt()));
      if (!silent[0] && world.owner.unanswered().isEmpty()) {
        throw new Violation("nothing goes on, and runs have not ended: " + unended());
      }
    }
  }

  private boolean quiet() {
    return !world.owner.behind()
        && world.planner.idle()
        && world.workers.stream().allMatch(Worker::idle)
        && world.tasks.available().isEmpty();
  }

  private String unended() {
    StringBuilder text = new StringBuilder();
    for (RunRecord run : world.committed().runs()) {
      if (!run.ended()) {
        text.append(run).append('\n');
        RunDetails.of(world.committed(), run.run(), 100)
            .ifPresent(view -> view.nodes().forEach((id, n) -> text.append(id + " " + n + "\n")));
      }
    }
    return text.toString();
  }

  /** A person looks at the ledger, settles what is in doubt, and removes what nobody wants. */
  private void tidyUp() {
    List<InboxMessage> answers = new ArrayList<>();
    for (Change change : List.copyOf(world.log.values())) {
      if (change instanceof Change.Node node
          && node.value() != null
          && node.value().status() == NodeStatus.IN_DOUBT) {
        answers.add(answer(node, node.value().token()));
      }
    }
    answers.forEach(world.inbox::add);
    settleInbox();
    world.ledger.live.keySet().removeAll(world.ledger.outside);
    List<Address> remove = new ArrayList<>();
    Set<String> wanted = new HashSet<>();
    Map<String, StateRecord> records = world.records();
    for (StateRecord record : records.values()) {
      if (!record.address().isOrphan() && record.id() != null) {
        wanted.add(record.id());
      }
    }
    for (StateRecord record : records.values()) {
      if (record.address().isOrphan()) {
        remove.add(record.address());
        if (record.id() != null && !wanted.contains(record.id())) {
          world.ledger.live.remove(record.id());
        }
        if (record.status() == RecordStatus.IN_DOUBT) {
          world
              .ledger
              .live
              .values()
              .removeIf(t -> t.token().equals(record.token()) && !wanted.contains(t.id()));
        }
      }
    }
    world.inbox.add(
        new Order.StateEdit(
            "tidy-" + world.inbox.size(), "w", "tidy up", List.of(), remove, Map.of(), "someone"));
    settleInbox();
  }

  private InboxMessage answer(Change.Node put, @Nullable String token) {
    Optional<Ledger.Thing> made =
        world.ledger.live.values().stream().filter(t -> t.token().equals(token)).findFirst();
    boolean create = made.isPresent() && !put.node().contains("#");
    world.note("resolve " + put.node() + " of " + put.run() + (create ? " adopt" : " abandon"));
    return new Order.Resolve(
        put.run(),
        put.node(),
        create ? Resolution.ADOPT : Resolution.ABANDON,
        made.map(Ledger.Thing::id).orElse(null),
        "someone");
  }

  private void settleInbox() {
    while (world.owner.behind()) {
      world.owner.step();
    }
  }
}
