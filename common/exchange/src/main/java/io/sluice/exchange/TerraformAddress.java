package io.sluice.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.Lineage;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * An address in the pieces that Terraform's state has: {@code module.net["a"]}, {@code type},
 * {@code name}, and the key of the instance.
 */
record TerraformAddress(@Nullable String module, String type, String name, @Nullable JsonNode key) {
  /** As Terraform sorts resources: the root module goes first. Instances of one are the same. */
  static final Comparator<TerraformAddress> RESOURCES =
      Comparator.comparing((TerraformAddress one) -> one.module == null ? "" : one.module)
          .thenComparing(TerraformAddress::type)
          .thenComparing(TerraformAddress::name);

  static TerraformAddress of(Address address) {
    String text = address.live().text();
    String key = null;
    if (text.endsWith("]")) {
      int open = openingBracket(text);
      key = text.substring(open + 1, text.length() - 1);
      text = text.substring(0, open);
    }
    int name = text.lastIndexOf('.');
    int type = text.lastIndexOf('.', name - 1);
    return new TerraformAddress(
        type < 0 ? null : text.substring(0, type),
        text.substring(type + 1, name),
        text.substring(name + 1),
        key == null ? null : parsed(key));
  }

  private static int openingBracket(String text) {
    if (!text.endsWith("\"]")) {
      return text.lastIndexOf('[');
    }
    int at = text.length() - 3;
    while (at > 0) {
      if (text.charAt(at) == '"' && text.charAt(at - 1) == '[') {
        return at - 1;
      }
      at--;
    }
    return text.lastIndexOf('[');
  }

  /** The instance's key: a number, or a string with HCL's escapes. */
  private static JsonNode parsed(String key) {
    try {
      String json = key.replace("$${", "${").replace("%%{", "%{");
      return Json.tree(json.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      return com.fasterxml.jackson.databind.node.TextNode.valueOf(key);
    }
  }

  /** All instances have it. */
  String resource() {
    return (module == null ? "" : module + ".") + type + "." + name;
  }

  Address address() {
    JsonNode index = key;
    if (index == null) {
      return new Address(resource());
    }
    Lineage lineage = Lineage.root(resource());
    return new Address(
        (index.isNumber() ? lineage.index(index.intValue()) : lineage.key(index.asText()))
            .toString());
  }
}
