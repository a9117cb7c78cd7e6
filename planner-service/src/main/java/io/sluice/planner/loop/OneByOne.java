package io.sluice.planner.loop;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where processes have ended one after the other, the records of a partition are worked on one at a
 * time, so that the next planner knows which of them was the cause.
 */
final class OneByOne {
  private final Consumer<Job> begin;
  private final Deque<Job> waiting = new ArrayDeque<>();
  private @Nullable Job under;

  OneByOne(Consumer<Job> begin) {
    this.begin = begin;
  }

  synchronized void add(Job job) {
    waiting.add(job);
    next();
  }

  /** The job is answered, or waits for a service that does not answer. */
  synchronized void past(Job job) {
    if (under == job) {
      under = null;
      next();
    }
  }

  private void next() {
    if (under == null && !waiting.isEmpty()) {
      under = waiting.removeFirst();
      begin.accept(under);
    }
  }
}
