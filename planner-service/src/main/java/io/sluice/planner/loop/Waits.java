package io.sluice.planner.loop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The jobs that are to be tried again, for what, and since when. */
final class Waits {
  private final Map<Job, Wait> waits = new ConcurrentHashMap<>();

  private record Wait(int partition, String awaited, long sinceNanos) {}

  void add(Job job, int partition, String awaited, long sinceNanos) {
    waits.put(job, new Wait(partition, awaited, sinceNanos));
    if (job.isUnwanted()) {
      waits.remove(job);
    }
  }

  void end(Job job) {
    waits.remove(job);
  }

  /** Those that have waited for so long at least, by partition and by what they wait for. */
  List<Waiting> longerThan(Duration least) {
    long now = System.nanoTime();
    Map<String, Waiting> found = new TreeMap<>();
    for (Wait wait : waits.values()) {
      Duration time = Duration.ofNanos(now - wait.sinceNanos());
      if (time.compareTo(least) >= 0) {
        found.merge(
            wait.partition() + " " + wait.awaited(),
            new Waiting(wait.partition(), wait.awaited(), 1, time),
            Waiting::and);
      }
    }
    return new ArrayList<>(found.values());
  }
}
