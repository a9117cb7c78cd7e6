package io.sluice.state.pool;

import io.sluice.machine.transition.DecisionContext;
import io.sluice.machine.transition.Input;
import io.sluice.model.CoreCode;
import io.sluice.model.PoolName;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Outcome;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunRecord;
import io.sluice.state.store.Workspaces;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Attempts whose pool had no topic when they were decided. Their tasks are not kept: once the pool
 * is there each is given back, and the machine makes another attempt. A run that stops need not
 * wait for them. What an owner before this one could not send is found again by asking, after its
 * end, whether the pool was there.
 */
public final class NeverSent {
  private final Pools pools;
  private final long since = System.nanoTime();
  private final Map<Key, Attempt> attempts = new LinkedHashMap<>();
  private final List<Attempt> inherited = new ArrayList<>();

  /** An attempt that is out by its record, and whose task is nowhere. */
  public record Attempt(String workspace, String run, String node, int number, String pool) {}

  private record Key(String run, String node) {
    static Key of(Attempt attempt) {
      return new Key(attempt.run(), attempt.node());
    }
  }

  /** What becomes of one of them, and in which workspace. */
  public record Found(String workspace, Function<DecisionContext, Input> input) {}

  public NeverSent(Pools pools) {
    this.pools = pools;
  }

  /** What the owners before this one left in pools that may not have been there. */
  public void inherit(Workspaces workspaces) {
    for (Workspaces.Held held : workspaces.held()) {
      String workspace = held.state().workspace();
      held.state()
          .forEachUnclaimed(
              each -> {
                if (!each.pool().equals(PoolName.DEFAULT)) {
                  inherited.add(
                      new Attempt(workspace, each.run(), each.node(), each.attempt(), each.pool()));
                }
              });
    }
  }

  public void addAll(List<Attempt> more) {
    more.forEach(each -> attempts.put(Key.of(each), each));
  }

  /** Whether silence proves nothing about this one: its task is still to be sent, or may be. */
  public boolean holds(String run, String node) {
    return attempts.containsKey(new Key(run, node))
        || inherited.stream().anyMatch(one -> one.run().equals(run) && one.node().equals(node));
  }

  /** Those that can be sent now, that never will be, or that are no longer wanted. */
  public List<Found> settled(Workspaces workspaces) {
    sortOut();
    List<Found> told = new ArrayList<>();
    for (Iterator<Attempt> each = attempts.values().iterator(); each.hasNext(); ) {
      Attempt attempt = each.next();
      Workspaces.Held held = workspaces.of(attempt.workspace());
      if (!isOut(held, attempt)) {
        each.remove();
        continue;
      }
      Optional<String> refusal = pools.refusal(attempt.pool());
      if (refusal.isPresent()) {
        told.add(told(attempt, failed(attempt, refusal.get())));
      } else if (isStopping(held, attempt) || pools.ready(attempt.pool())) {
        told.add(told(attempt, givenBack(attempt)));
      }
    }
    return told;
  }

  private void sortOut() {
    for (Iterator<Attempt> each = inherited.iterator(); each.hasNext(); ) {
      Attempt attempt = each.next();
      pools
          .wasMissing(attempt.pool(), since)
          .ifPresent(
              missing -> {
                each.remove();
                if (missing) {
                  attempts.putIfAbsent(Key.of(attempt), attempt);
                }
              });
    }
  }

  private static boolean isOut(Workspaces.Held held, Attempt attempt) {
    NodeRecord node = held.state().node(attempt.run(), attempt.node()).orElse(null);
    return node != null
        && node.status() == NodeStatus.DISPATCHED
        && node.attempt() == attempt.number()
        && held.state().run(attempt.run()).filter(RunRecord::active).isPresent();
  }

  private static boolean isStopping(Workspaces.Held held, Attempt attempt) {
    return held.state().run(attempt.run()).filter(run -> run.stop() != null).isPresent();
  }

  private static Found told(Attempt attempt, InboxMessage message) {
    return new Found(attempt.workspace(), context -> new Input.Received(message, context));
  }

  private static InboxMessage givenBack(Attempt attempt) {
    return new InboxMessage.Dropped(
        attempt.run(),
        attempt.node(),
        attempt.number(),
        "never-sent",
        "no worker had served pool " + attempt.pool() + " yet");
  }

  private static InboxMessage failed(Attempt attempt, String refusal) {
    String why = "pool " + attempt.pool() + ": " + refusal;
    return InboxMessage.Result.of(
        draft -> {
          draft.run = attempt.run();
          draft.node = attempt.node();
          draft.attempt = attempt.number();
          draft.claimId = "never-sent";
          draft.outcome = Outcome.FAILED;
          draft.error = TaskError.of(CoreCode.NO_SUCH_POOL, why);
        });
  }
}
