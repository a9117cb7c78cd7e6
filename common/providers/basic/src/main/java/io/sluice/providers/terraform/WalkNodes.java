package io.sluice.providers.terraform;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What has become of the nodes of a walk. */
final class WalkNodes {
  private WalkNodes() {}

  /**
   * Those that have ended or will never begin, and whether they succeeded. A skipped node has no
   * record: it is one if something that it needs is settled without success.
   *
   * @param needs by node, the nodes without whose success it is skipped
   */
  static Map<String, Boolean> settled(Map<String, Boolean> ended, JsonNode needs) {
    Map<String, Boolean> settled = new HashMap<>();
    boolean more = true;
    while (more) {
      more = false;
      for (Map.Entry<String, JsonNode> node : needs.properties()) {
        if (settled.containsKey(node.getKey())) {
          continue;
        }
        Boolean known = ended.get(node.getKey());
        boolean skipped = known == null && needsLost(node.getValue(), settled);
        if (known != null || skipped) {
          settled.put(node.getKey(), known != null && known);
          more = true;
        }
      }
    }
    return settled;
  }

  private static boolean needsLost(JsonNode needs, Map<String, Boolean> settled) {
    for (JsonNode need : needs) {
      if (Boolean.FALSE.equals(settled.get(need.asText()))) {
        return true;
      }
    }
    return false;
  }

  /** Those of them that have ended without success. */
  static List<String> failed(Map<String, Boolean> ended, JsonNode needs) {
    List<String> failed = new ArrayList<>();
    for (Map.Entry<String, JsonNode> node : needs.properties()) {
      if (Boolean.FALSE.equals(ended.get(node.getKey()))) {
        failed.add(node.getKey());
      }
    }
    return failed;
  }
}
