package io.sluice.state.pool;

import io.sluice.machine.transition.DecisionContext;
import io.sluice.machine.transition.Input;
import io.sluice.state.store.Workspaces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Which pools have tasks that no worker has acquired. A run whose pool has had no worker for a
 * while gets an event so, once by an owner: it waits for a person.
 */
public final class ServedPools {
  private final LiveWorkers workers;
  private final Duration every;
  private final Duration patience;
  private final Map<String, Long> missingSince = new HashMap<>();
  private final Set<Waiter> told = new HashSet<>();
  private SortedMap<String, Integer> unclaimed = new TreeMap<>();
  private long lookedAt;

  private record Waiter(String workspace, String run, String pool) {}

  /** The event, and its workspace. */
  public record Found(String workspace, Function<DecisionContext, Input> input) {}

  /**
   * @param patience how long a pool may be without a worker before its runs get an event
   */
  public ServedPools(LiveWorkers workers, Duration every, Duration patience) {
    this.workers = workers;
    this.every = every;
    this.patience = patience;
    this.lookedAt = System.nanoTime() - every.toNanos();
  }

  /** Tasks that no worker has acquired yet, by pool, as of the last look. */
  public SortedMap<String, Integer> unclaimed() {
    return unclaimed;
  }

  public List<Found> among(Workspaces workspaces) {
    if (System.nanoTime() - lookedAt < every.toNanos()) {
      return List.of();
    }
    SortedMap<String, Integer> tasks = new TreeMap<>();
    Set<Waiter> waiting = waiting(workspaces, tasks);
    unclaimed = tasks;
    told.retainAll(waiting);
    missingSince.keySet().retainAll(tasks.keySet());
    Set<String> served =
        waiting.isEmpty()
            ? Set.of()
            : workers.since(lookedAt).map(LiveWorkers.Living::pools).orElse(null);
    if (served == null) {
      return List.of();
    }
    long now = System.nanoTime();
    lookedAt = now;
    missingSince.keySet().removeAll(served);
    List<Found> toTell = new ArrayList<>();
    for (Waiter each : waiting) {
      if (!served.contains(each.pool())
          && now - missingSince.computeIfAbsent(each.pool(), any -> now) >= patience.toNanos()
          && told.add(each)) {
        toTell.add(
            new Found(
                each.workspace(), context -> new Input.Unserved(each.run(), each.pool(), context)));
      }
    }
    return toTell;
  }

  private static Set<Waiter> waiting(Workspaces workspaces, Map<String, Integer> tasks) {
    Set<Waiter> waiting = new HashSet<>();
    for (Workspaces.Held held : workspaces.held()) {
      String workspace = held.state().workspace();
      held.state()
          .unclaimed()
          .forEach(
              (pool, runs) ->
                  runs.forEach(
                      (run, count) -> {
                        waiting.add(new Waiter(workspace, run, pool));
                        tasks.merge(pool, count, Integer::sum);
                      }));
    }
    return waiting;
  }
}
