package io.sluice.machine.run;

import io.sluice.model.digest.Sha256;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What placeholders of a plan would take away though the plan did not name it.
 *
 * @param waiting addresses that someone has yet to agree to
 * @param approved those that someone has agreed to
 */
public record Beyond(List<String> waiting, List<String> approved) {
  public static final Beyond NOTHING = new Beyond(List.of(), List.of());

  public Beyond {
    waiting = List.copyOf(waiting);
    approved = List.copyOf(approved);
  }

  Beyond with(Collection<String> more) {
    return new Beyond(joined(waiting, more), approved);
  }

  Beyond agreed() {
    return new Beyond(List.of(), joined(approved, waiting));
  }

  /** An approval must repeat this hash, to show what its author saw; null if nothing waits. */
  @Nullable String hash(String planId) {
    return waiting.isEmpty()
        ? null
        : Sha256.hex(planId + '\n' + approved.size() + '\n' + String.join("\n", waiting));
  }

  private static List<String> joined(Collection<String> first, Collection<String> then) {
    SortedSet<String> all = new TreeSet<>(first);
    all.addAll(then);
    return new ArrayList<>(all);
  }
}
