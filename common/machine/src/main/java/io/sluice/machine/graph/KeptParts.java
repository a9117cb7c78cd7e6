package io.sluice.machine.graph;

import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.plan.Node;
import io.sluice.model.record.RecordKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The parts of plans that a run keeps, by plan and number. */
public final class KeptParts {
  public record PartKey(String planId, int i) implements Comparable<PartKey> {
    private static final Comparator<PartKey> ORDER =
        Comparator.comparing(PartKey::planId).thenComparingInt(PartKey::i);

    /** Of nodes that an ended run has left in doubt. */
    public boolean isUnresolved() {
      return planId.equals(RecordKeys.UNRESOLVED);
    }

    @Override
    public int compareTo(PartKey other) {
      return ORDER.compare(this, other);
    }
  }

  private final TreeMap<PartKey, PlanPart> parts = new TreeMap<>();

  /** Whether it was not there before. */
  boolean put(PartKey key, PlanPart part) {
    return parts.put(key, part) == null;
  }

  /** Whether it was there. */
  boolean remove(PartKey key) {
    return parts.remove(key) != null;
  }

  @Nullable PlanPart find(PartKey key) {
    return parts.get(key);
  }

  Set<PartKey> keys() {
    return Collections.unmodifiableSet(parts.keySet());
  }

  /** Of the plan itself, without what placeholders became. */
  List<PlanPart> of(@Nullable String planId) {
    if (planId == null) {
      return List.of();
    }
    return allOf(planId).stream().filter(part -> part.expands() == null).toList();
  }

  List<PlanPart> allOf(String planId) {
    PartKey first = new PartKey(planId, 0);
    PartKey last = new PartKey(planId, Integer.MAX_VALUE);
    return List.copyOf(parts.subMap(first, true, last, true).values());
  }

  /** What placeholders became. */
  List<PlanPart> expansions() {
    return parts.values().stream().filter(part -> part.expands() != null).toList();
  }

  /** Nodes that an ended run has left in doubt. */
  List<Node> unresolved() {
    List<Node> nodes = new ArrayList<>();
    parts.forEach((key, part) -> nodes.addAll(key.isUnresolved() ? part.nodes() : List.of()));
    return nodes;
  }

  /** How many parts nothing needs once the plan is left. */
  int leftovers() {
    return (int) parts.keySet().stream().filter(part -> !part.isUnresolved()).count();
  }
}
