package io.sluice.state.figure;

import io.sluice.machine.graph.Awaited.Unclaimed;
import io.sluice.state.store.Workspaces;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Since when the oldest task that no worker has acquired waits in each pool, as this owner has seen
 * it: a takeover begins to count anew. It goes through all tasks, so it looks only now and then.
 */
public final class UnclaimedAges {
  private static final Duration EVERY = Duration.ofSeconds(5);

  private Map<Task, Instant> seen = new HashMap<>();
  private SortedMap<String, Instant> oldest = new TreeMap<>();
  private Instant lookedAt = Instant.MIN;

  private record Task(String workspace, Unclaimed attempt) {}

  public SortedMap<String, Instant> at(Instant now, Workspaces workspaces) {
    if (now.isBefore(lookedAt) || lookedAt.plus(EVERY).isAfter(now)) {
      return oldest;
    }
    lookedAt = now;
    Map<Task, Instant> found = new HashMap<>();
    SortedMap<String, Instant> since = new TreeMap<>();
    for (Workspaces.Held held : workspaces.held()) {
      if (held.state().unclaimed().isEmpty()) {
        continue;
      }
      String workspace = held.state().workspace();
      held.state()
          .forEachUnclaimed(
              attempt -> {
                Task task = new Task(workspace, attempt);
                Instant first = seen.getOrDefault(task, now);
                found.put(task, first);
                since.merge(
                    attempt.pool(), first, (one, other) -> one.isBefore(other) ? one : other);
              });
    }
    seen = found;
    oldest = since;
    return oldest;
  }
}
