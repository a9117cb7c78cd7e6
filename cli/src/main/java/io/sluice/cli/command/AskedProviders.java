package io.sluice.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.eval.FileTemplates;
import io.sluice.language.eval.WorkerExpressions;
import io.sluice.language.function.DerivedMoment;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.Functions;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.model.json.Json;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.secret.SecretSource;
import io.sluice.provider.secret.Secrets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Provider configurations for a command that asks providers itself, as a worker does: what only a
 * worker knows is taken from where this command runs.
 */
final class AskedProviders {
  /** {@code module.a["k"].} before a provider's own name. */
  private static final Pattern MODULES =
      Pattern.compile("^(module\\.[^.\\[]+(\\[(\"(\\\\.|[^\"\\\\])*\"|\\d+)])?\\.)+");

  private final ProviderRegistry registry;
  private final Secrets secrets;
  private final SortedMap<String, JsonNode> configurations = new TreeMap<>();

  AskedProviders(Invocation invocation, Settings settings) {
    Path plugins = invocation.directory().resolve("plugins");
    this.registry = ProviderRegistry.load(plugins);
    this.secrets = Secrets.from(settings.environment(), plugins);
  }

  AskedProviders with(Map<String, ProviderBlock> blocks) {
    blocks.forEach((name, block) -> configurations.put(name, substituted(name, block.config())));
    return this;
  }

  /** Only this one, as it is without a configuration if it has none. */
  AskedProviders only(String name) {
    if (registry.provider(type(name)).isEmpty()) {
      throw Fault.of("There is no provider " + name, "", "Is its jar in the folder plugins?");
    }
    JsonNode configuration = configurations.getOrDefault(name, Json.object());
    configurations.clear();
    configurations.put(name, configuration);
    return this;
  }

  SortedMap<String, JsonNode> configurations() {
    return configurations;
  }

  Provider provider(String name) {
    return registry
        .provider(type(name))
        .orElseThrow(() -> Fault.of("There is no provider " + name, "", ""));
  }

  /** {@code module.a.fakecloud.west} is of fakecloud. */
  private static String type(String name) {
    return MODULES.matcher(name).replaceFirst("").split("\\.", 2)[0];
  }

  private JsonNode substituted(String name, JsonNode config) {
    Expressions expressions =
        new WorkerExpressions(
            Functions.all(),
            FileTemplates.context(
                Functions.all(),
                FileAccess.NONE,
                new DerivedMoment(name, Optional.empty(), variable -> value(name, variable))));
    Substituted substituted =
        Substitution.substitute(
            config, new Given(Map.of(), Map.of()), variable -> value(name, variable), expressions);
    return switch (substituted) {
      case Substituted.Resolved resolved -> resolved.tree();
      case Substituted.Unresolved unresolved ->
          throw Fault.of(
              "Provider " + name + " can't be configured",
              unresolved.message(),
              "Set the variable where this command runs.");
    };
  }

  private Optional<String> value(String name, String variable) {
    try {
      return secrets.read(variable);
    } catch (SecretSource.Unavailable e) {
      throw Fault.of(
          "Provider " + name + " can't be configured", String.valueOf(e.getMessage()), "");
    }
  }
}
