package io.sluice.state.query;

import java.time.Instant;
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
 * @param waits what waits, and since when
 */
public record Standing(
    long inbox,
    long orders,
    SortedMap<String, Integer> unclaimed,
    SortedMap<String, Integer> runs,
    long takeovers,
    long letters,
    Waits waits) {
  public static final Standing NONE =
      new Standing(0, 0, new TreeMap<>(), new TreeMap<>(), 0, 0, Waits.NONE);

  /**
   * What waits, and since when.
   *
   * @param runs since when the oldest of each phase waits
   * @param tasks since when the oldest unclaimed task of each pool was seen
   * @param attention runs that wait for a person
   * @param doubts operations of which nobody knows whether they happened
   * @param applied up to which offset the inbox of each partition is applied
   */
  public record Waits(
      SortedMap<String, Instant> runs,
      SortedMap<String, Instant> tasks,
      int attention,
      int doubts,
      SortedMap<Integer, Long> applied) {
    static final Waits NONE = new Waits(new TreeMap<>(), new TreeMap<>(), 0, 0, new TreeMap<>());

    private static Waits together(Collection<Waits> each) {
      SortedMap<String, Instant> runs = new TreeMap<>();
      SortedMap<String, Instant> tasks = new TreeMap<>();
      SortedMap<Integer, Long> applied = new TreeMap<>();
      for (Waits one : each) {
        one.runs.forEach((phase, since) -> runs.merge(phase, since, Waits::earlier));
        one.tasks.forEach((pool, since) -> tasks.merge(pool, since, Waits::earlier));
        applied.putAll(one.applied);
      }
      return new Waits(
          runs,
          tasks,
          each.stream().mapToInt(Waits::attention).sum(),
          each.stream().mapToInt(Waits::doubts).sum(),
          applied);
    }

    private static Instant earlier(Instant one, Instant other) {
      return one.isBefore(other) ? one : other;
    }
  }

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
        letters,
        Waits.together(each.stream().map(Standing::waits).toList()));
  }
}
