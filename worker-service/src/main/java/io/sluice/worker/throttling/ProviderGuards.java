package io.sluice.worker.throttling;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/** The guards of a worker, one for each provider configuration that it has met lately. */
public final class ProviderGuards {
  private static final int MOST_AT_REST = 256;
  private static final Duration REST = Duration.ofMinutes(10);

  private final ThrottleSettings settings;
  private final IntSupplier workers;
  private final int mostAtRest;
  private final Duration rest;
  private final Map<String, Guard> guards = new ConcurrentHashMap<>();
  private final Set<String> names = new HashSet<>();

  /**
   * @param workers how many live workers share the limits
   */
  public ProviderGuards(ThrottleSettings settings, IntSupplier workers) {
    this(settings, workers, MOST_AT_REST, REST);
  }

  ProviderGuards(ThrottleSettings settings, IntSupplier workers, int mostAtRest, Duration rest) {
    this.settings = settings;
    this.workers = workers;
    this.mostAtRest = mostAtRest;
    this.rest = rest;
  }

  /**
   * @param name as the plan calls the configuration
   * @param target a hash: what is the same target has the same guard
   */
  public Guard guard(String name, String target, Limits limits) {
    Guard known = guards.get(target);
    if (known != null) {
      return known.limitedBy(limits);
    }
    if (guards.size() >= mostAtRest) {
      forgetThoseAtRest();
    }
    return guards
        .computeIfAbsent(target, key -> new Guard(numbered(name), settings, workers))
        .limitedBy(limits);
  }

  /** What a guard at rest had learnt is worth nothing any more. */
  private void forgetThoseAtRest() {
    guards.forEach(
        (target, guard) -> {
          if (guard.restsFor(rest) && guards.remove(target, guard)) {
            synchronized (names) {
              names.remove(guard.name());
            }
          }
        });
  }

  /** Two workspaces may call different targets by one name. */
  private String numbered(String name) {
    synchronized (names) {
      String free = name;
      for (int number = 2; !names.add(free); number++) {
        free = name + " (" + number + ")";
      }
      return free;
    }
  }

  public List<Guard.Standing> standings() {
    return guards.values().stream()
        .map(Guard::standing)
        .sorted(Comparator.comparing(Guard.Standing::provider))
        .toList();
  }
}
