package io.sluice.worker.manners;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/** The guards of a worker, one for each provider configuration that it has met. */
public final class Manners {
  private final MannersSettings settings;
  private final IntSupplier workers;
  private final Map<String, Guard> guards = new ConcurrentHashMap<>();
  private final Map<String, Integer> names = new HashMap<>();

  /**
   * @param workers how many live workers share the limits
   */
  public Manners(MannersSettings settings, IntSupplier workers) {
    this.settings = settings;
    this.workers = workers;
  }

  /**
   * @param name as the plan calls the configuration
   * @param target a hash: what is the same target has the same guard
   */
  public Guard guard(String name, String target, Limits limits) {
    return guards
        .computeIfAbsent(target, key -> new Guard(numbered(name), settings, workers))
        .limitedBy(limits);
  }

  /** Two workspaces may call different targets by one name. */
  private String numbered(String name) {
    synchronized (names) {
      int number = names.merge(name, 1, Integer::sum);
      return number == 1 ? name : name + " (" + number + ")";
    }
  }

  public List<Guard.Standing> standings() {
    return guards.values().stream()
        .map(Guard::standing)
        .sorted(Comparator.comparing(Guard.Standing::provider))
        .toList();
  }
}
