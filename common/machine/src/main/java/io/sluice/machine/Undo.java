package io.sluice.machine;

import java.util.ArrayList;
import java.util.List;

/** Journals what each write of a step replaces, and puts it back, the newest first. */
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
