package io.sluice.planning.configuration;

import io.sluice.model.plan.Node;
import io.sluice.planning.graph.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a person was shown, node by node, as action and fingerprint: enough to say later what is
 * different, and too little to reveal a value.
 */
public final class ApprovedPlan {
  /** Of larger plans only the hash of the whole travels. */
  private static final int MOST_NODES = 2_000;

  private static final int PRINT_LENGTH = 12;

  private ApprovedPlan() {}

  static SortedMap<String, String> of(Plan plan) {
    SortedMap<String, String> shown = new TreeMap<>();
    if (plan.nodes().size() <= MOST_NODES) {
      plan.nodes().forEach(node -> shown.put(node.id(), word(node)));
    }
    return shown;
  }

  private static String word(Node node) {
    String print = Plan.fingerprint(node);
    return node.action().word() + " " + print.substring(print.length() - PRINT_LENGTH);
  }

  /** What is different now, a line each, by the ids of nodes. */
  public static List<String> difference(Map<String, String> approved, Plan plan) {
    Map<String, String> now = new TreeMap<>();
    plan.nodes().forEach(node -> now.put(node.id(), word(node)));
    SortedSet<String> ids = new TreeSet<>(now.keySet());
    ids.addAll(approved.keySet());
    List<String> lines = new ArrayList<>();
    for (String id : ids) {
      String was = approved.getOrDefault(id, "");
      String is = now.getOrDefault(id, "");
      if (was.isEmpty()) {
        lines.add(id + ": " + action(is) + ", which was not in the approved plan");
      } else if (is.isEmpty()) {
        lines.add(id + ": no " + action(was) + " any more");
      } else if (!action(was).equals(action(is))) {
        lines.add(id + ": " + action(is) + ", where " + action(was) + " was approved");
      } else if (!was.equals(is)) {
        lines.add(id + ": " + action(is) + " with other values");
      }
    }
    return lines;
  }

  private static String action(String word) {
    return word.substring(0, word.indexOf(' '));
  }
}
