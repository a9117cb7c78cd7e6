package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.planning.configuration.address.StaticResources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The terraform on PATH, in one directory. */
final class TerraformRun {
  private final Path directory;

  TerraformRun(Path directory) {
    this.directory = directory;
  }

  /** What a plan does: a line for each resource instance, and the order that state will keep. */
  record Result(SortedMap<String, String> actions, SortedMap<String, JsonNode> outputs) {}

  static boolean isThere() {
    try {
      return new ProcessBuilder("terraform", "version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  String run(boolean mayFail, String... arguments) {
    List<String> command = new ArrayList<>(List.of("terraform"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("TF_CLI_CONFIG_FILE", "/dev/null");
    builder.environment().put("CHECKPOINT_DISABLE", "1");
    builder.environment().put("TF_IN_AUTOMATION", "1");
    builder.redirectErrorStream(true);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0 && !mayFail) {
        throw new AssertionError(String.join(" ", command) + ":\n" + out);
      }
      return out;
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  static JsonNode json(String text) {
    try {
      return Json.tree(text.strip().getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new AssertionError(text, e);
    }
  }

  /** Plans and applies. */
  Result apply() {
    run(false, "init", "-backend=false", "-no-color");
    run(false, "plan", "-out=plan.bin", "-no-color", "-input=false");
    JsonNode plan = json(run(false, "show", "-json", "plan.bin"));
    SortedMap<String, String> actions = new TreeMap<>();
    for (JsonNode change : plan.path("resource_changes")) {
      List<String> words = new ArrayList<>();
      change.path("change").path("actions").forEach(word -> words.add(word.asText()));
      String moved =
          change.has("previous_address") ? " from " + change.path("previous_address").asText() : "";
      actions.put(change.path("address").asText(), String.join("+", words) + moved);
    }
    run(false, "apply", "-no-color", "plan.bin");
    SortedMap<String, JsonNode> outputs = new TreeMap<>();
    json(run(false, "output", "-json"))
        .properties()
        .forEach(output -> outputs.put(output.getKey(), output.getValue().path("value")));
    return new Result(actions, outputs);
  }

  /** For each block in state, all blocks that it was ordered after. */
  SortedMap<String, SortedSet<String>> order() {
    SortedMap<String, SortedSet<String>> order = new TreeMap<>();
    JsonNode state = json(run(false, "state", "pull"));
    for (JsonNode resource : state.path("resources")) {
      String module = resource.path("module").asText("");
      String name =
          (module.isEmpty() ? "" : module + ".")
              + resource.path("type").asText()
              + "."
              + resource.path("name").asText();
      SortedSet<String> after =
          order.computeIfAbsent(StaticResources.withoutKeys(name), any -> new TreeSet<>());
      for (JsonNode instance : resource.path("instances")) {
        instance.path("dependencies").forEach(on -> after.add(on.asText()));
      }
    }
    return order;
  }
}
