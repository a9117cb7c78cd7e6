package io.sluice.planner.diff;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.planner.document.Lifecycle;
import io.sluice.planner.document.Placeholder;
import io.sluice.planner.document.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A placeholder as the configuration of its node: what the planner will need to expand it. Written
 * and read by planners only; the first value of the node is what its instances are counted by.
 */
public final class PlaceholderForm {
  private PlaceholderForm() {}

  static JsonNode write(Placeholder placeholder) {
    Lifecycle lifecycle = placeholder.settings().lifecycle();
    ObjectNode form = Json.object();
    form.put("name", placeholder.name());
    form.put("counted", placeholder.counted());
    form.put("createBeforeDestroy", lifecycle.createBeforeDestroy());
    form.put("preventDestroy", lifecycle.preventDestroy());
    form.put("ignoreAll", lifecycle.ignoreAll());
    ArrayNode ignored = form.putArray("ignoreChanges");
    lifecycle.ignoreChanges().forEach(ignored::add);
    form.set("config", placeholder.config());
    return form;
  }

  public static Placeholder read(Node node) {
    JsonNode form = node.config();
    List<String> ignored = new ArrayList<>();
    form.path("ignoreChanges").forEach(path -> ignored.add(path.asText()));
    String address = node.address().text();
    return new Placeholder(
        Address.of(address.substring(0, address.length() - "[*]".length())),
        form.path("name").asText(),
        node.address(),
        node.type(),
        form.path("counted").asBoolean(),
        node.values().getFirst(),
        form.path("config"),
        node.values().subList(1, node.values().size()),
        node.dependencies(),
        new Settings(
            node.provider(),
            node.pool(),
            new Lifecycle(
                form.path("createBeforeDestroy").asBoolean(),
                form.path("preventDestroy").asBoolean(),
                ignored,
                form.path("ignoreAll").asBoolean(),
                List.of()),
            new TreeMap<>(node.timeouts() == null ? java.util.Map.of() : node.timeouts()),
            node.retry()));
  }
}
