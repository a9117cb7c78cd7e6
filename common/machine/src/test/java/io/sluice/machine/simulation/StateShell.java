package io.sluice.machine.simulation;

import io.sluice.machine.graph.Awaited;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.DecisionContext;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.message.InboxMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One instance of the state service. What it holds is worth what its epoch is worth. */
final class StateShell {
  private final World world;
  private final long epoch;
  private WorkspaceState state;
  private long position;
  private final List<InboxMessage> heard = new ArrayList<>();

  StateShell(World world) {
    this.world = world;
    if (world.is(Mutant.OFFSETS_BEFORE_FENCING)) {
      // What the owner before commits from here on is not seen.
      state = world.committed();
      position = world.applied;
      StateShell before = world.owner;
      if (before != null && world.chaos) {
        before.step();
      }
      epoch = ++world.brokerEpoch;
    } else {
      epoch = ++world.brokerEpoch;
      state = world.committed();
      position = world.applied;
    }
  }

  WorkspaceState state() {
    return state;
  }

  boolean behind() {
    return position < world.inbox.size();
  }

  /** Applies a few inputs and commits them in one transaction. */
  void step() {
    List<Change> changes = new ArrayList<>();
    List<Command> commands = new ArrayList<>();
    int batch = 1 + world.random.nextInt(4);
    boolean any = false;
    for (int i = 0; i < batch && behind(); i++) {
      InboxMessage message = world.heard((int) position);
      Input input = new Input.Received(message, context(position + 1));
      position++;
      any = true;
      Input seen = troubled(input);
      if (Callers.counts(message, state, seen == input)) {
        heard.add(message);
      }
      apply(seen, changes, commands);
    }
    if (!any || world.is(Mutant.LOOK_BEFORE_COMMIT)) {
      any |= byItself(changes, commands);
    }
    if (any) {
      commit(changes, commands);
    }
    heard.clear();
  }

  /** What the shell makes of an input that can't be applied, or whose outcome can't be written. */
  private Input troubled(Input input) {
    if (!(input instanceof Input.Received received)) {
      return input;
    }
    String run = received.message().run();
    boolean success = received.message() instanceof InboxMessage.Result;
    if (!success && world.strikes(Fault.QUARANTINE, 150)) {
      return received.quarantined("a bug");
    }
    if (world.strikes(Fault.MISFIT, 100)) {
      return received.alone(world.random.nextBoolean() ? Map.of(run, "too large") : Map.of());
    }
    return input;
  }

  private boolean byItself(List<Change> changes, List<Command> commands) {
    for (String holder : state.leaseHolders()) {
      if (!world.aliveWorkers.contains(holder)) {
        apply(new Input.WorkerLost(holder, context(position)), changes, commands);
        return true;
      }
    }
    List<Awaited.Unclaimed> silent = new ArrayList<>();
    state.forEachUnclaimed(
        attempt -> {
          if (world.tasks.passed(attempt.run(), attempt.node(), attempt.attempt())) {
            silent.add(attempt);
          }
        });
    if (!silent.isEmpty() && isLast()) {
      Awaited.Unclaimed first = silent.getFirst();
      apply(
          new Input.SilentAttempt(first.run(), first.node(), first.attempt(), context(position)),
          changes,
          commands);
      return true;
    }
    Optional<Awaited.Asked> unanswered = unanswered();
    if (unanswered.isPresent()) {
      Awaited.Asked asked = unanswered.get();
      apply(
          new Input.Unanswered(asked.run(), asked.node(), asked.round(), context(position)),
          changes,
          commands);
      return true;
    }
    Optional<Instant> due = state.nextDue();
    if (due.isPresent() && !due.get().isAfter(world.now.plus(world.skew))) {
      apply(new Input.Due(context(position)), changes, commands);
      return true;
    }
    return false;
  }

  /** A request that the planner has passed, when all that it said is heard. */
  Optional<Awaited.Asked> unanswered() {
    if (!isLast() || world.is(Mutant.REQUEST_DROPPED)) {
      return Optional.empty();
    }
    List<Awaited.Asked> silent = new ArrayList<>();
    state.forEachUnanswered(
        asked -> {
          if (!world.planner.hasBefore(asked)) {
            silent.add(asked);
          }
        });
    return silent.stream().findFirst();
  }

  /** Nothing may be concluded from silence by someone who is not the owner any more. */
  private boolean isLast() {
    return epoch == world.brokerEpoch;
  }

  private void apply(Input input, List<Change> changes, List<Command> commands) {
    Transition dry = world.looksClosely() ? world.invariants.takenBack(state, input) : null;
    Transition transition = Mutations.advance(world, state, input);
    if (dry != null && !dry.equals(transition)) {
      throw new Violation("decided again, it comes out differently: " + input);
    }
    if (!(input instanceof Input.Received)) {
      world.note("state: " + input);
    }
    changes.addAll(transition.changes());
    commands.addAll(transition.commands());
  }

  private void commit(List<Change> changes, List<Command> commands) {
    if (world.strikes(Fault.KILL_STATE, 25)) {
      world.note("state service killed before it committed");
      world.takeOver();
      return;
    }
    if (world.strikes(Fault.ABORT_COMMIT, 15)) {
      world.note("transaction aborted");
      if (!world.is(Mutant.STORED_BEFORE_COMMIT)) {
        world.takeOver();
      }
      return;
    }
    if (epoch != world.brokerEpoch && !world.is(Mutant.NO_EPOCH)) {
      world.note("a former owner is fenced");
      world.zombies.remove(this);
      return;
    }
    heard.forEach(world.invariants.callers::heard);
    world.commit(changes, commands, position);
    if (world.looksClosely() && epoch == world.brokerEpoch) {
      world.invariants.heldEqualsFolded(state);
    }
    if (world.strikes(Fault.KILL_STATE, 25)) {
      world.note("state service killed after it committed");
      world.takeOver();
    }
  }

  private DecisionContext context(long offset) {
    return new DecisionContext(world.now.plus(world.skew), offset, epoch, world.random.nextLong());
  }
}
