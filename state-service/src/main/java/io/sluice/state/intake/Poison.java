package io.sluice.state.intake;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What can't be decided or can't travel, remembered over takeovers of a partition within this
 * process. An input that failed is tried once more in a smaller way and then parked. A workspace
 * whose timer or lost worker can't be decided is left to its inbox for a while, longer each time.
 */
public final class Poison {
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Map<Origin.Read, Blame> reads = new HashMap<>();
  private final Map<String, Ailing> workspaces = new ConcurrentHashMap<>();
  private final Set<String> untellable = new HashSet<>();

  /** Why an input failed, and how often. */
  public record Blame(String cause, int times) {}

  private record Ailing(String cause, int times, long until) {}

  public void blame(Origin origin, String cause) {
    switch (origin) {
      case Origin.Read read -> reads.merge(read, new Blame(cause, 1), Poison::again);
      case Origin.Own own -> ails(own.workspace(), cause);
      case Origin.Telling telling -> untellable.add(telling.workspace());
    }
  }

  private static Blame again(Blame before, Blame now) {
    return new Blame(now.cause(), before.times() + 1);
  }

  private void ails(String workspace, String cause) {
    Ailing before = workspaces.get(workspace);
    int times = before == null ? 1 : before.times() + 1;
    long wait = Math.min(LONGEST.toNanos(), FIRST.toNanos() << Math.min(times - 1, 10));
    workspaces.put(workspace, new Ailing(cause, times, System.nanoTime() + wait));
  }

  /** What is known of an input from owners before this one. */
  public void atLeast(Origin.Read read, String cause, int times) {
    Blame known = reads.get(read);
    if (known == null || known.times() < times) {
      reads.put(read, new Blame(cause, times));
    }
  }

  public Optional<Blame> of(Origin.Read read) {
    return Optional.ofNullable(reads.get(read));
  }

  /** Whether it is too early to try the workspace's own inputs again. */
  public boolean holds(String workspace) {
    Ailing ailing = workspaces.get(workspace);
    return ailing != null && System.nanoTime() - ailing.until() < 0;
  }

  /** An input of its own could be decided again. */
  public void recovered(String workspace) {
    workspaces.remove(workspace);
    untellable.remove(workspace);
  }

  /** Workspaces whose people can be informed that their own inputs fail, with the message. */
  public Map<String, String> toTell() {
    Map<String, String> told = ailing();
    told.keySet().removeAll(untellable);
    return told;
  }

  /** Workspaces whose own inputs fail, with the reason. */
  public Map<String, String> ailing() {
    Map<String, String> ailing = new TreeMap<>();
    workspaces.forEach(
        (workspace, each) ->
            ailing.put(
                workspace,
                "its timers and lost workers cannot be applied ("
                    + each.times()
                    + " times); trying again: "
                    + each.cause()));
    return ailing;
  }
}
