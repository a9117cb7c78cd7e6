package io.sluice.state.query;

import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How an instance, or one of its partitions, keeps up.
 *
 * @param inbox records of the inbox that are still to be read
 * @param orders the same of the orders
 * @param unclaimed tasks that no worker has taken yet, by pool
 * @param runs that have not ended, by phase
 * @param takeovers partitions taken over within the last hour
 * @param letters written since the process began
 */
public record Standing(
    long inbox,
    long orders,
    SortedMap<String, Integer> unclaimed,
    SortedMap<String, Integer> runs,
    long takeovers,
    long letters) {
  public static final Standing NONE = new Standing(0, 0, new TreeMap<>(), new TreeMap<>(), 0, 0);

  /** Of partitions that are served by one instance. */
  public static Standing together(Collection<Standing> each, long takeovers, long letters) {
    SortedMap<String, Integer> unclaimed = new TreeMap<>();
    SortedMap<String, Integer> runs = new TreeMap<>();
    for (Standing one : each) {
      one.unclaimed.forEach((pool, count) -> unclaimed.merge(pool, count, Integer::sum));
      one.runs.forEach((phase, count) -> runs.merge(phase, count, Integer::sum));
    }
    return new Standing(
        each.stream().mapToLong(Standing::inbox).sum(),
        each.stream().mapToLong(Standing::orders).sum(),
        unclaimed,
        runs,
        takeovers,
        letters);
  }
}
