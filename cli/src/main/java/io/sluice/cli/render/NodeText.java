package io.sluice.cli.render;

import io.sluice.model.NodeId;
import io.sluice.model.record.RecordKeys;

/**
 * What people call a node: its address, and in words which of the nodes about that address it is.
 * Commands take ids of nodes as they are; this is only to be read.
 */
public final class NodeText {
  private static final String OUTPUTS = "the outputs";

  private NodeText() {}

  public static String of(String node) {
    if (node.equals(RecordKeys.OUTPUTS)) {
      return OUTPUTS;
    }
    NodeId.Role role = NodeId.role(node);
    return switch (role) {
      case MAIN -> node;
      case WAVE -> NodeId.told(node);
      case DELETE -> subject(node) + " (the old object)";
      case IMPORT -> subject(node) + " (import)";
      case READ -> subject(node) + " (read)";
      case PRECONDITION -> subject(node) + " (precondition)";
      case POSTCONDITION -> subject(node) + " (postcondition)";
      case PROVISIONER -> subject(node) + " (provisioner)";
      case DESTROY_PROVISIONER -> subject(node) + " (destroy provisioner)";
    };
  }

  /** A sentence that names nodes by their ids, such as why one of them was skipped. */
  public static String in(String sentence) {
    int end = sentence.indexOf(' ');
    return end <= 0 ? sentence : of(sentence.substring(0, end)) + sentence.substring(end);
  }

  private static String subject(String node) {
    return NodeId.parse(node).subject().text();
  }
}
