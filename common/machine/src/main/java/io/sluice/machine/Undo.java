package io.sluice.machine;

import java.util.ArrayList;
import java.util.List;

/** What was before each write of a step: it is put back, the newest first. */
final class Undo {
  private final List<Runnable> writes = new ArrayList<>();

  /**
   * @param write puts back what the next write replaces
   */
  void note(Runnable write) {
    writes.add(write);
  }

  void back() {
    while (!writes.isEmpty()) {
      writes.removeLast().run();
    }
  }
}
