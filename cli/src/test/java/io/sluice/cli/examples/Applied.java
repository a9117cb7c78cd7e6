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
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What was planned for a configuration, and the state after it was applied, as Terraform writes it.
 */
record Applied(SortedMap<String, String> actions, JsonNode state) {
  /** Ids and times, as AWS and the provider make them up. */
  private static final Pattern MADE_UP =
      Pattern.compile(
          String.join(
              "|",
              "(?<=\\b(vpc|sg|acl|rtb|dopt)-)[0-9a-f]{8,}",
              "(?<=\")[a-z0-9]{20}(?=\")",
              "(?<=\")A[A-Z0-9]{20}(?=\")",
              "\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z",
              "\\d{18}[0-9a-f]{8}"));

  /** By Terraform, in a folder that it was initialised in. */
  static Applied byTerraform(Path folder, String... flags) throws Exception {
    String told =
        new Terraform(folder).done(with(flags, "apply", "-input=false", "-auto-approve", "-json"));
    return new Applied(
        planned(told),
        RunningDeployment.json(Files.readString(folder.resolve("terraform.tfstate"))));
  }

  private static String importing(JsonNode change) {
    String id = change.path("importing").path("id").asText();
    return id.isEmpty() ? "" : ", importing " + id;
  }

  static Applied bySluice(RunningDeployment local, String workspace, String... flags)
      throws Exception {
    Captured applied =
        local.run(with(flags, "apply", "--auto-approve", "--json", "--workspace", workspace));
    assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
    Captured pulled =
        local.run("state", "pull", "--format", "terraform", "--reveal", "--workspace", workspace);
    assertThat(pulled.code()).as(pulled.err()).isZero();
    return new Applied(planned(applied.out()), RunningDeployment.json(pulled.out()));
  }

  /**
   * What a plan or an apply says that it does, in the words of Terraform's plans. Terraform says
   * only by doing it which half of a replacement comes first.
   */
  static SortedMap<String, String> planned(String told) throws Exception {
    SortedMap<String, String> actions = new TreeMap<>();
    Map<String, String> first = new HashMap<>();
    for (String text : told.lines().toList()) {
      JsonNode line = RunningDeployment.json(text);
      JsonNode change = line.path("change");
      JsonNode begun = line.path("hook");
      switch (line.path("type").asText()) {
        case "planned_change" ->
            note(
                actions,
                change.path("resource").path("addr").asText(),
                words(change) + importing(change),
                change.path("previous_resource").path("addr").asText());
        case "apply_start" ->
            first.putIfAbsent(
                begun.path("resource").path("addr").asText(), begun.path("action").asText());
        default -> {}
      }
    }
    actions.replaceAll(
        (address, words) ->
            words.equals("replace")
                ? first.getOrDefault(address, "").equals("create")
                    ? "create+delete"
                    : "delete+create"
                : words);
    return actions;
  }

  private static String words(JsonNode change) {
    return switch (change.path("action").asText()) {
      case "noop", "import", "move" -> "no-op";
      case "remove" -> "forget";
      case "replace" ->
          change.path("create_before_destroy").asBoolean() ? "create+delete" : "replace";
      default -> change.path("action").asText();
    };
  }

  private static String[] with(String[] flags, String... words) {
    return Stream.concat(Stream.of(words), Stream.of(flags)).toArray(String[]::new);
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

  /**
   * What state has of each object that was changed; what AWS makes up is the same for all. What is
   * read of others Sluice leaves out of state.
   */
  SortedMap<String, String> attributes() {
    SortedMap<String, String> attributes = new TreeMap<>();
    for (JsonNode resource : state.path("resources")) {
      for (JsonNode instance : resource.path("instances")) {
        JsonNode key = instance.path("index_key");
        String address = block(resource) + (key.isMissingNode() ? "" : "[" + key + "]");
        if (actions.containsKey(address)) {
          sorted(instance.path("attributes"))
              .properties()
              .forEach(
                  each ->
                      attributes.put(
                          address + "." + each.getKey(),
                          MADE_UP.matcher(each.getValue().toString()).replaceAll("MADE-UP")));
        }
      }
    }
    return attributes;
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
