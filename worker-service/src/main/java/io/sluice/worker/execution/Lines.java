package io.sluice.worker.execution;

import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.util.ArrayList;
import java.util.List;

/**
 * What is said during an attempt, from whichever thread. A step that never stops talking must not
 * fill the worker: what is far beyond what a result carries is only counted.
 */
final class Lines {
  private static final int KEPT = 1_000;
  private final List<String> said = new ArrayList<>();
  private int room = Limits.STANDARD.bytes().event();

  synchronized void add(String text) {
    if (said.size() < KEPT && room > 0) {
      String kept = Clipped.of(text, room);
      room -= kept.length();
      said.add(kept);
    }
  }

  synchronized List<String> all() {
    return List.copyOf(said);
  }
}
