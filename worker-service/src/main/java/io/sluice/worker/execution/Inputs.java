package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.language.substitution.Variables;
import io.sluice.model.json.Json;
import io.sluice.model.message.Task;
import io.sluice.model.record.HiddenId;
import io.sluice.provider.Redaction;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.Vault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The configuration of a task in clear, and what of it is secret.
 *
 * @param secretPaths JSON pointers into the configuration that must be sealed wherever they go
 * @param secrets the secret texts themselves, to be found again in what a provider returns
 */
record Inputs(JsonNode config, List<String> secretPaths, Set<String> secrets) {
  private static final int SHORTEST_PART = 8;

  /** The outcome of resolving a task's configuration. */
  sealed interface Resolved {
    record Ready(Inputs inputs) implements Resolved {}

    record Unresolved(String message) implements Resolved {}
  }

  /** For reading and deleting an object, which need no configuration; its secrets stay secret. */
  static Inputs ofObject(Task task, Vault vault) {
    Set<String> secrets = new LinkedHashSet<>();
    Task.Prior prior = task.prior();
    if (prior != null) {
      JsonNode attributes = vault.open(task.workspace(), prior.attributes());
      task.sensitivePaths().forEach(path -> collect(attributes.at(path), secrets));
      secrets.addAll(vault.parts(task.workspace(), prior.attributes()));
    }
    return new Inputs(Json.object(), task.sensitivePaths(), secrets);
  }

  static Resolved resolve(
      Task task, Vault vault, Environment environment, Expressions expressions) {
    return resolve(task, task.config(), vault, environment, expressions);
  }

  /**
   * @param written unsubstituted, and made of what the task brings
   */
  static Resolved resolve(
      Task task, JsonNode written, Vault vault, Environment environment, Expressions expressions) {
    return resolve(task, written, Map.of(), vault, environment, expressions);
  }

  /**
   * @param more what is known by now beside what the task brings, by what refers to it
   */
  static Resolved resolve(
      Task task,
      JsonNode written,
      Map<String, JsonNode> more,
      Vault vault,
      Environment environment,
      Expressions expressions) {
    Set<String> secrets = new LinkedHashSet<>();
    Given brought = given(task, vault, secrets);
    Map<String, Given.Entry> values = new HashMap<>(brought.values());
    more.forEach((name, value) -> values.put(name, new Given.Entry(value, false)));
    Given given = new Given(values, brought.replacedIds());
    JsonNode config = vault.holdsSealed(written) ? vault.open(task.workspace(), written) : written;
    secrets.addAll(vault.parts(task.workspace(), written));
    Variables variables =
        name -> {
          Optional<String> value = environment.lookup(name);
          value.ifPresent(text -> part(text, secrets));
          return value;
        };
    Substituted substituted = Substitution.substitute(config, given, variables, expressions);
    return switch (substituted) {
      case Substituted.Resolved resolved -> {
        List<String> paths = new ArrayList<>(resolved.secretPaths());
        paths.addAll(task.sensitivePaths());
        paths.forEach(path -> collect(resolved.tree().at(path), secrets));
        yield new Resolved.Ready(new Inputs(resolved.tree(), List.copyOf(paths), secrets));
      }
      case Substituted.Unresolved unresolved ->
          new Resolved.Unresolved(
              unresolved.reason() == Substituted.Reason.UNKNOWN_VARIABLE
                  ? "${"
                      + unresolved.reference()
                      + "}: "
                      + environment.lacks(unresolved.reference())
                  : unresolved.message());
    };
  }

  /** The values that a task brings, for its configuration and for its provider's. */
  static Given given(Task task, Vault vault, Set<String> secrets) {
    Map<String, Given.Entry> values = new HashMap<>();
    task.values()
        .forEach(
            (text, value) -> {
              boolean sealed = vault.holdsSealed(value);
              JsonNode open = sealed ? vault.open(task.workspace(), value) : value;
              if (sealed) {
                Set<String> parts = new LinkedHashSet<>();
                collect(open, parts);
                parts.forEach(part -> part(part, secrets));
                secrets.addAll(vault.parts(task.workspace(), value));
              }
              values.put(text, new Given.Entry(open, sealed));
            });
    Map<String, String> replaced = new HashMap<>(task.replacedIds());
    // Then the value is the new object's, sealed.
    replaced.values().removeIf(HiddenId::is);
    return new Given(values, replaced);
  }

  /**
   * A secret that went into a longer text may come back on its own. Short ones are left out: they
   * would be found in texts that have nothing to do with them.
   */
  private static void part(String text, Set<String> into) {
    if (text.length() >= SHORTEST_PART) {
      into.add(text);
    }
  }

  Redaction redaction() {
    return Redaction.of(secrets);
  }

  static void collect(JsonNode value, Set<String> into) {
    if (value.isTextual()) {
      into.add(value.textValue());
    } else if (value.isNumber()) {
      into.add(value.asText());
    }
    value.forEach(child -> collect(child, into));
  }
}
