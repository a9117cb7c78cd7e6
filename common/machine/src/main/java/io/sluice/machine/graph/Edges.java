package io.sluice.machine.graph;

import io.sluice.model.Action;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.plan.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What waits for what, once the nodes of a run are known. */
public final class Edges {
  private Edges() {}

  static void link(NodeEntry entry, Map<String, NodeEntry> entries) {
    for (String after : entry.planned().after()) {
      entry.unmet++;
      NodeEntry dependency = entries.get(after);
      if (dependency != null && dependency.node != null) {
        waitFor(entry, dependency);
        if (deletes(entry)) {
          dependency.surplus.forEach(instance -> addWait(entry, instance));
        }
      }
    }
  }

  /**
   * Makes what waits for a placeholder wait for its instances. Surplus instances are deleted after
   * everything that may still depend on them, so only deletes wait for those.
   *
   * @return the nodes whose standing may have changed
   */
  static List<NodeEntry> linkExpansion(PlanPart part, Map<String, NodeEntry> entries) {
    NodeEntry placeholder = part.expands() == null ? null : entries.get(part.expands());
    if (placeholder == null || placeholder.node == null) {
      return List.of();
    }
    List<NodeEntry> waiting = List.copyOf(placeholder.dependents());
    List<NodeEntry> surplus = new ArrayList<>(placeholder.surplus);
    for (Node node : part.nodes()) {
      NodeEntry instance = entries.get(node.id());
      if (instance == null) {
        continue;
      }
      if (goesLate(node)) {
        surplus.add(instance);
        waiting.stream().filter(Edges::deletes).forEach(other -> addWait(other, instance));
      } else {
        addWait(placeholder, instance);
      }
    }
    placeholder.surplus = surplus;
    List<NodeEntry> changed = new ArrayList<>(waiting);
    changed.add(placeholder);
    return changed;
  }

  /** Not the old half of a replace that has to be gone before the new one is made. */
  public static boolean goesLate(Node node) {
    return node.action() == Action.DELETE
        && (node.pairedWith() == null || node.createBeforeDestroy());
  }

  private static boolean deletes(NodeEntry entry) {
    return entry.planned().action() == Action.DELETE;
  }

  private static void addWait(NodeEntry entry, NodeEntry dependency) {
    if (entry != dependency) {
      entry.unmet++;
      waitFor(entry, dependency);
    }
  }

  private static void waitFor(NodeEntry entry, NodeEntry dependency) {
    dependency.addDependent(entry);
    if (dependency.succeeded()) {
      entry.unmet--;
    } else if (dependency.isLost()) {
      entry.lost++;
    }
  }
}
