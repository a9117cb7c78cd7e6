package io.sluice.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.Captured;
import io.sluice.cli.exchange.Terraform;
import io.sluice.cli.local.RunningDeployment;
import io.sluice.model.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What was planned for a configuration, and the state after it was applied, as Terraform writes it.
 */
record Applied(SortedMap<String, String> actions, JsonNode state) {
  /** By Terraform, in a folder that it was initialised in. */
  static Applied byTerraform(Path folder, String... flags) throws Exception {
    Terraform terraform = new Terraform(folder);
    terraform.done(with(flags, "plan", "-input=false", "-out=plan.bin"));
    SortedMap<String, String> actions = new TreeMap<>();
    JsonNode plan = RunningDeployment.json(terraform.done("show", "-json", "plan.bin").strip());
    for (JsonNode change : plan.path("resource_changes")) {
      List<String> words = new ArrayList<>();
      change.path("change").path("actions").forEach(word -> words.add(word.asText()));
      note(
          actions,
          change.path("address").asText(),
          String.join("+", words),
          change.path("previous_address").asText());
    }
    terraform.done(with(ephemeral(flags), "apply", "-input=false", "plan.bin"));
    return new Applied(
        actions, RunningDeployment.json(Files.readString(folder.resolve("terraform.tfstate"))));
  }

  /** Variables that no plan keeps. */
  private static String[] ephemeral(String... flags) {
    return List.of(flags).stream()
        .filter(flag -> flag.startsWith("-var=token="))
        .toArray(String[]::new);
  }

  static Applied bySluice(RunningDeployment local, String workspace, String... flags)
      throws Exception {
    Captured applied =
        local.run(with(flags, "apply", "--auto-approve", "--json", "--workspace", workspace));
    assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
    SortedMap<String, String> actions = new TreeMap<>();
    for (String line : applied.out().lines().toList()) {
      JsonNode told = RunningDeployment.json(line);
      if (told.path("type").asText().equals("planned_change")) {
        JsonNode change = told.path("change");
        String action = change.path("action").asText();
        String words =
            switch (action) {
              case "noop" -> "no-op";
              case "replace" ->
                  change.path("create_before_destroy").asBoolean()
                      ? "create+delete"
                      : "delete+create";
              default -> action;
            };
        note(
            actions,
            change.path("resource").path("addr").asText(),
            words,
            change.path("previous_resource").path("addr").asText());
      }
    }
    Captured pulled =
        local.run("state", "pull", "--format", "terraform", "--reveal", "--workspace", workspace);
    assertThat(pulled.code()).as(pulled.err()).isZero();
    return new Applied(actions, RunningDeployment.json(pulled.out()));
  }

  private static String[] with(String[] flags, String... words) {
    List<String> line = new ArrayList<>(List.of(words));
    int last = line.getLast().equals("plan.bin") ? line.size() - 1 : line.size();
    line.addAll(last, List.of(flags));
    return line.toArray(String[]::new);
  }

  private static void note(
      SortedMap<String, String> actions, String address, String words, String previous) {
    if (!words.equals("no-op") || !previous.isEmpty()) {
      actions.put(address, words + (previous.isEmpty() ? "" : " from " + previous));
    }
  }

  static String block(JsonNode resource) {
    String module = resource.path("module").asText("");
    return (module.isEmpty() ? "" : module + ".")
        + resource.path("type").asText()
        + "."
        + resource.path("name").asText();
  }

  /** Without what data sources said, which Terraform writes into state even if nobody keeps it. */
  SortedSet<String> objects() {
    SortedSet<String> objects = new TreeSet<>();
    for (JsonNode resource : state.path("resources")) {
      if (!resource.path("mode").asText().equals("data")) {
        for (JsonNode instance : resource.path("instances")) {
          objects.add(block(resource) + "[" + instance.path("index_key") + "]");
        }
      }
    }
    return objects;
  }

  SortedMap<String, String> outputs() {
    SortedMap<String, String> outputs = new TreeMap<>();
    state
        .path("outputs")
        .properties()
        .forEach(
            output ->
                outputs.put(
                    output.getKey(),
                    sorted(output.getValue().path("value"))
                        + (output.getValue().path("sensitive").asBoolean() ? " (sensitive)" : "")));
    return outputs;
  }

  /** Numbers as a reader takes them, names in one order. */
  private static JsonNode sorted(JsonNode value) {
    if (value.isObject()) {
      ObjectNode object = Json.object();
      SortedMap<String, JsonNode> fields = new TreeMap<>();
      value.properties().forEach(field -> fields.put(field.getKey(), sorted(field.getValue())));
      fields.forEach(object::set);
      return object;
    }
    if (value.isArray()) {
      var list = Json.mapper().createArrayNode();
      value.forEach(element -> list.add(sorted(element)));
      return list;
    }
    return value.isNumber() ? Json.toTree(value.doubleValue()) : value;
  }
}
