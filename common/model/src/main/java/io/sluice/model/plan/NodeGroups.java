package io.sluice.model.plan;

import io.sluice.model.json.Json;
import java.util.ArrayList;
import java.util.List;

/** Nodes in groups of a size that one record carries, in the order in which they came. */
public final class NodeGroups {
  /** Less than a record may have: the envelope and the basis come on top. */
  private static final int BYTES = 600 * 1024;

  private NodeGroups() {}

  public static List<List<Node>> of(List<Node> nodes) {
    return of(nodes, nodes.stream().mapToInt(node -> Json.encode(node).length).toArray());
  }

  /**
   * @param bytes how much each node takes
   */
  public static List<List<Node>> of(List<Node> nodes, int[] bytes) {
    List<List<Node>> groups = new ArrayList<>();
    List<Node> group = new ArrayList<>();
    long inGroup = 0;
    for (int i = 0; i < nodes.size(); i++) {
      if (!group.isEmpty() && inGroup + bytes[i] > BYTES) {
        groups.add(List.copyOf(group));
        group.clear();
        inGroup = 0;
      }
      group.add(nodes.get(i));
      inGroup += bytes[i] + 1;
    }
    if (!group.isEmpty()) {
      groups.add(List.copyOf(group));
    }
    return groups;
  }
}
