package io.sluice.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.model.Address;
import io.sluice.model.Lineage;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * An address in the pieces that Terraform's state has: {@code module.net["a"]}, {@code type},
 * {@code name}, and the key of the instance.
 */
record TerraformAddress(
    @Nullable String module, boolean isData, String type, String name, @Nullable JsonNode key) {
  private static final String DATA = "data";

  /** As Terraform sorts resources: the root module goes first. Instances of one are the same. */
  static final Comparator<TerraformAddress> RESOURCES =
      Comparator.comparing((TerraformAddress one) -> one.module == null ? "" : one.module)
          .thenComparing(TerraformAddress::isData)
          .thenComparing(TerraformAddress::type)
          .thenComparing(TerraformAddress::name);

  static TerraformAddress of(Address address) {
    Address live = address.live();
    String block = live.block();
    int type = block.lastIndexOf('.', block.lastIndexOf('.') - 1);
    String key = live.text().substring(block.length());
    String before = type < 0 ? "" : block.substring(0, type);
    String module =
        live.isData()
            ? before.substring(0, Math.max(0, before.length() - DATA.length() - 1))
            : before;
    return new TerraformAddress(
        module.isEmpty() ? null : module,
        live.isData(),
        live.type(),
        live.name(),
        key.isEmpty() ? null : parsed(key));
  }

  /** The instance's key: a number or a string. */
  private static JsonNode parsed(String bracketed) {
    return switch (Lineage.below(bracketed).getFirst()) {
      case Lineage.Index(int position) -> IntNode.valueOf(position);
      case Lineage.Key(String key) -> TextNode.valueOf(key);
      case Lineage.Member(String name) -> TextNode.valueOf(name);
    };
  }

  /** All instances have it. */
  String resource() {
    return (module == null ? "" : module + ".") + (isData ? DATA + "." : "") + type + "." + name;
  }

  Address address() {
    JsonNode index = key;
    if (index == null) {
      return new Address(resource());
    }
    Lineage.Segment step =
        index.isNumber() ? new Lineage.Index(index.intValue()) : new Lineage.Key(index.asText());
    return new Address(resource() + step.text());
  }
}
