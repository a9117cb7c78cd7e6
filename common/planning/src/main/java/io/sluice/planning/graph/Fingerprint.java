package io.sluice.planning.graph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.digest.Sha256;
import io.sluice.model.json.JsonPointers;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a person approves, as a hash: addresses, actions, order and known values. Versions are not
 * in it, since they change without the plan, and neither are sensitive values, since a hash of a
 * short secret gives it away.
 */
final class Fingerprint {
  private static final int FLUSH = 1 << 16;
  private final MessageDigest digest = Sha256.begun();
  private final StringBuilder text = new StringBuilder();

  private Fingerprint() {}

  static String of(List<Node> nodes) {
    return of(nodes, Map.of());
  }

  /**
   * @param planned what providers plan, by the ids of nodes, without what is secret
   */
  static String of(List<Node> nodes, Map<String, JsonNode> planned) {
    Fingerprint print = new Fingerprint();
    nodes.forEach(node -> print.add(node, planned.get(node.id())));
    print.flush();
    return "sha256:" + Sha256.hex(print.digest);
  }

  private void add(Node node, @Nullable JsonNode planned) {
    Set<String> hidden = Set.copyOf(node.sensitivePaths());
    text.append(node.id()).append('\n').append(node.action()).append('\n');
    text.append(node.type()).append('\n').append(node.after()).append('\n');
    text.append(node.provider()).append('\n').append(node.pool()).append('\n');
    write(node.config(), "", hidden);
    text.append('\n');
    PluginWork plugin = node.plugin();
    if (plugin != null) {
      text.append(plugin.source()).append('\n').append(plugin.version()).append('\n');
    }
    if (planned != null) {
      write(planned, "", Set.of());
      text.append('\n');
    }
    if (text.length() > FLUSH) {
      flush();
    }
  }

  private void flush() {
    digest.update(text.toString().getBytes(StandardCharsets.UTF_8));
    text.setLength(0);
  }

  private void write(JsonNode value, String pointer, Set<String> hidden) {
    if (hidden.contains(pointer)) {
      text.append("(sensitive)");
    } else if (value.isObject()) {
      text.append('{');
      Set<String> keys = new TreeSet<>();
      value.fieldNames().forEachRemaining(keys::add);
      for (String key : keys) {
        text.append(TextNode.valueOf(key)).append(':');
        write(value.path(key), child(pointer, key, hidden), hidden);
        text.append(',');
      }
      text.append('}');
    } else if (value.isArray()) {
      text.append('[');
      for (int i = 0; i < value.size(); i++) {
        write(value.path(i), child(pointer, Integer.toString(i), hidden), hidden);
        text.append(',');
      }
      text.append(']');
    } else {
      text.append(value.isNumber() ? number(value) : value.toString());
    }
  }

  private static String number(JsonNode value) {
    return value.decimalValue().stripTrailingZeros().toString();
  }

  private static String child(String pointer, String key, Set<String> hidden) {
    return hidden.isEmpty() ? "" : JsonPointers.child(pointer, key);
  }
}
