package io.sluice.machine.rule;

import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.graph.KeptParts.PartKey;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.stored.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Records of nodes and parts that a run, or a plan that it has left, needs no longer. */
public final class Leftovers {
  private Leftovers() {}

  /** What a plan that a run has left wrote; it is planned again when all of it is gone. */
  public static List<Fact> takeAway(RunState run, int most) {
    return takeAway(run, most, NodeEntry::stored, part -> true);
  }

  public static List<Fact> takeAway(
      RunState run, int most, Predicate<NodeEntry> nodes, Predicate<PartKey> parts) {
    List<Fact> taken = new ArrayList<>();
    for (String node : first(run, most, nodes)) {
      taken.add(new Fact.Kept(new Change.Node(run.id, node, null)));
    }
    run.parts().stream()
        .filter(parts)
        .limit(most - taken.size())
        .map(part -> new Change.Part(run.id, part.planId(), part.i(), null))
        .forEach(part -> taken.add(new Fact.Kept(part)));
    return taken;
  }

  /** The first by their ids, in whatever order a run holds them. */
  private static Set<String> first(RunState run, int most, Predicate<NodeEntry> which) {
    TreeSet<String> first = new TreeSet<>();
    for (NodeEntry entry : run.entries()) {
      boolean fits = first.size() < most || entry.id.compareTo(first.last()) < 0;
      if (fits && which.test(entry)) {
        first.add(entry.id);
        if (first.size() > most) {
          first.pollLast();
        }
      }
    }
    return first;
  }
}
