package io.sluice.state.ownership;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** How often partitions were taken over, and when: the last thousand times. */
final class Takeovers {
  private static final int REMEMBERED = 1_000;

  private final Deque<Long> times = new ArrayDeque<>();
  private long count;

  synchronized void one() {
    count++;
    times.addLast(System.nanoTime());
    if (times.size() > REMEMBERED) {
      times.removeFirst();
    }
  }

  synchronized long count() {
    return count;
  }

  /** Of those that are remembered. */
  synchronized long within(Duration last) {
    long now = System.nanoTime();
    return times.stream().filter(time -> now - time <= last.toNanos()).count();
  }
}
