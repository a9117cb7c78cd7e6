package io.sluice.planning.document.expand;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Address;
import io.sluice.model.Lineage;
import io.sluice.model.json.Json;
import io.sluice.planning.document.read.Declaration;
import io.sluice.planning.document.read.Declaration.Counted;
import io.sluice.planning.document.read.Declaration.Dynamic;
import io.sluice.planning.document.read.Declaration.Keyed;
import io.sluice.planning.document.read.Declaration.Single;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One of the resources that a declaration stands for.
 *
 * @param step {@code [0]}, {@code ["k"]} or empty
 * @param known what {@code count} and {@code each} are inside of it
 */
record Instance(String step, Map<String, JsonNode> known) {
  static final Instance SINGLE = new Instance("", Map.of());

  Address address(Address declared) {
    return Address.of(declared + step);
  }

  String name(String declared) {
    return declared + step;
  }

  static List<Instance> of(Declaration declaration) {
    return switch (declaration.multiplicity()) {
      case Single single -> List.of(SINGLE);
      case Counted counted -> counted(counted.count());
      case Keyed keyed -> {
        List<Instance> all = new ArrayList<>();
        keyed.values().forEach((key, value) -> all.add(keyed(key, value)));
        yield all;
      }
      case Dynamic dynamic -> List.of();
    };
  }

  static List<Instance> counted(int count) {
    List<Instance> all = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ObjectNode index = Json.object().put("index", i);
      all.add(new Instance("[" + i + "]", Map.of("count", index)));
    }
    return all;
  }

  /** {@code value} is text of the document: what is computed has to be escaped before. */
  static Instance keyed(String key, JsonNode value) {
    ObjectNode each = Json.object().put("key", key);
    each.set("value", value);
    return new Instance(keyStep(key), Map.of("each", each));
  }

  static String keyStep(String key) {
    return new Lineage.Key(key).text();
  }
}
