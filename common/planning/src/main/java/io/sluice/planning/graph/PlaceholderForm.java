package io.sluice.planning.graph;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.instancing.StepAddress;
import io.sluice.language.substitution.References;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.Reference;
import io.sluice.planning.document.Lifecycle;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Settings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A placeholder as the configuration of its node: what the planner will need to expand it. Written
 * and read by planners only; the first value of the node is what its instances are counted by.
 */
public final class PlaceholderForm {
  private PlaceholderForm() {}

  static JsonNode write(Placeholder placeholder, List<Address> there) {
    Lifecycle lifecycle = placeholder.settings().lifecycle();
    ObjectNode form = Json.object();
    form.put("name", placeholder.name());
    form.put("counted", placeholder.counted());
    form.put("maxInstances", placeholder.maxInstances());
    form.put("createBeforeDestroy", lifecycle.createBeforeDestroy());
    form.put("preventDestroy", lifecycle.preventDestroy());
    form.put("ignoreAll", lifecycle.ignoreAll());
    ArrayNode ignored = form.putArray("ignoreChanges");
    lifecycle.ignoreChanges().forEach(ignored::add);
    form.set("config", placeholder.config());
    if (placeholder.by() != null) {
      form.set("by", placeholder.by());
    }
    if (!placeholder.replaced().isEmpty()) {
      ArrayNode replaced = form.putArray("replaced");
      placeholder.replaced().forEach(replaced::add);
    }
    if (!StepAddress.is(placeholder.address())) {
      LateForm.name(form, there);
    }
    return form;
  }

  /** What the instances are counted by may be in their configuration, or their provider's, too. */
  private static List<Reference> used(Node node, JsonNode config) {
    Set<String> texts = new HashSet<>();
    for (var found : References.in(config)) {
      texts.add(found.text());
    }
    PluginWork program = node.plugin();
    if (program != null && program.recover() != null) {
      for (var found : References.in(program.recover())) {
        texts.add(found.text());
      }
    }
    if (node.providerBlock() != null) {
      for (var found : References.in(node.providerBlock().config())) {
        texts.add(found.text());
      }
    }
    return node.values().stream().filter(value -> texts.contains(value.text())).toList();
  }

  public static Placeholder read(Node node) {
    JsonNode form = node.config();
    PluginWork program = node.plugin();
    List<String> ignored = new ArrayList<>();
    form.path("ignoreChanges").forEach(path -> ignored.add(path.asText()));
    List<String> replaced = new ArrayList<>();
    form.path("replaced").forEach(instance -> replaced.add(instance.asText()));
    String address = node.address().text();
    return Placeholder.of(
        draft -> {
          draft.declared = Address.of(address.substring(0, address.length() - "[*]".length()));
          draft.name = form.path("name").asText();
          draft.address = node.address();
          draft.type = node.type();
          draft.counted = form.path("counted").asBoolean();
          draft.multiplicity = node.values().getFirst();
          draft.config = form.path("config");
          draft.references = used(node, form.path("config"));
          draft.dependencies = node.dependencies();
          draft.settings =
              new Settings(
                  node.provider(),
                  node.pool(),
                  new Lifecycle(
                      form.path("createBeforeDestroy").asBoolean(),
                      form.path("preventDestroy").asBoolean(),
                      ignored,
                      form.path("ignoreAll").asBoolean(),
                      List.of()),
                  node.timeouts(),
                  node.retry(),
                  node.providerBlock(),
                  program == null ? null : program.source(),
                  program == null ? null : program.passing(),
                  program == null ? null : program.recover());
          draft.maxInstances = form.path("maxInstances").asInt(Placeholder.MAX_INSTANCES);
          draft.by = form.get("by");
          draft.replaced = replaced;
          draft.sensitive = node.sensitivePaths();
          draft.program = node.plugin();
        });
  }
}
