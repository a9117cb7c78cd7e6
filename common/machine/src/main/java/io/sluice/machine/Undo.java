package io.sluice.machine;

import java.util.ArrayDeque;
import java.util.Deque;

/** What stood before each write of a step: it is put back, the newest first. */
final class Undo {
  private final Deque<Runnable> writes = new ArrayDeque<>();

  /**
   * @param write puts back what the next write replaces
   */
  void note(Runnable write) {
    writes.push(write);
  }

  void back() {
    while (!writes.isEmpty()) {
      writes.pop().run();
    }
  }
}
