package io.sluice.machine.graph;

import io.sluice.model.record.NodeStatus;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a run that wait only for a place, longest path first, by provider configuration: a
 * provider without a free place holds back only its own nodes.
 */
public final class ReadyNodes {
  private final Map<String, TreeSet<NodeEntry>> byProvider = new HashMap<>();
  private final TreeSet<NodeEntry> local = new TreeSet<>(NodeEntry.RELEASE_ORDER);

  void add(NodeEntry entry) {
    if (entry.sent()) {
      byProvider
          .computeIfAbsent(entry.provider(), any -> new TreeSet<>(NodeEntry.RELEASE_ORDER))
          .add(entry);
    } else {
      local.add(entry);
    }
  }

  void remove(NodeEntry entry) {
    if (entry.standing != NodeStatus.READY) {
      return;
    }
    if (!entry.sent()) {
      local.remove(entry);
      return;
    }
    TreeSet<NodeEntry> entries = byProvider.get(entry.provider());
    if (entries != null && entries.remove(entry) && entries.isEmpty()) {
      byProvider.remove(entry.provider());
    }
  }

  /** The next node that needs no worker. */
  public @Nullable NodeEntry nextLocal() {
    return local.isEmpty() ? null : local.first();
  }

  /** The next node for a worker whose provider has a place and whose address is free. */
  public @Nullable NodeEntry next(Predicate<String> hasPlace, Predicate<NodeEntry> free) {
    NodeEntry best = null;
    for (Map.Entry<String, TreeSet<NodeEntry>> entries : byProvider.entrySet()) {
      if (hasPlace.test(entries.getKey())) {
        NodeEntry first = firstFree(entries.getValue(), free);
        if (first != null && (best == null || NodeEntry.RELEASE_ORDER.compare(first, best) < 0)) {
          best = first;
        }
      }
    }
    return best;
  }

  private static @Nullable NodeEntry firstFree(
      TreeSet<NodeEntry> entries, Predicate<NodeEntry> free) {
    Iterator<NodeEntry> all = entries.iterator();
    while (all.hasNext()) {
      NodeEntry entry = all.next();
      if (free.test(entry)) {
        return entry;
      }
    }
    return null;
  }
}
