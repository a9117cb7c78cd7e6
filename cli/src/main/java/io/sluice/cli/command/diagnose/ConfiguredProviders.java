package io.sluice.cli.command.diagnose;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.VariableOptions;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.install.KnownProviders;
import io.sluice.cli.plan.ConfigurationPlanning;
import io.sluice.cli.plan.PlanFile;
import io.sluice.cli.plan.Roots;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.expression.FileTemplates;
import io.sluice.language.expression.WorkerExpressions;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.library.DerivedMoment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Deadline;
import io.sluice.provider.OperationContext;
import io.sluice.provider.OperationLog;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.RootDirectory;
import io.sluice.provider.Session;
import io.sluice.provider.schema.SchemaCheck;
import io.sluice.provider.secret.SecretSource;
import io.sluice.provider.secret.Secrets;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Provider configurations for a command that asks providers itself, as a worker does: what only a
 * worker knows is taken from where this command runs.
 */
final class ConfiguredProviders {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Invocation inside;
  private final ProviderRegistry registry;
  private final Secrets secrets;
  private final SortedMap<String, JsonNode> configurations = new TreeMap<>();

  /**
   * @param inside where a configuration is, if one is asked
   */
  private ConfiguredProviders(Invocation inside, Settings settings) {
    this.inside = inside;
    this.registry = KnownProviders.of(inside);
    this.secrets = Secrets.from(settings.environment(), KnownProviders.plugins(inside));
  }

  /**
   * @param named a configuration's directory or a plan document; null for none
   */
  static ConfiguredProviders of(
      Invocation invocation,
      FleetOptions fleet,
      VariableOptions variables,
      @Nullable String workspace,
      @Nullable String named) {
    if (named == null) {
      return new ConfiguredProviders(invocation, fleet.settings(invocation));
    }
    if (!Files.isDirectory(invocation.resolve(named))) {
      return new ConfiguredProviders(invocation, fleet.settings(invocation))
          .with(PlanFile.checked(invocation, named, true).document().providers());
    }
    Invocation inside = Roots.in(invocation, named);
    Settings settings = fleet.settings(inside);
    ConfigurationPlanning planning =
        ConfigurationPlanning.load(
            inside, settings, Roots.workspace(inside, workspace), variables.sources(inside));
    ConfiguredProviders asked = new ConfiguredProviders(inside, settings);
    Optional<Deployment> opened =
        new Opening(inside, fleet, "sluice asks providers").toLookIfThere();
    if (opened.isEmpty()) {
      return asked.with(planning.providers(Optional.empty()));
    }
    try (Deployment deployment = opened.get()) {
      return asked.with(planning.providers(opened));
    }
  }

  private ConfiguredProviders with(Map<String, ProviderBlock> blocks) {
    blocks.forEach((name, block) -> configurations.put(name, substituted(name, block.config())));
    return this;
  }

  Invocation inside() {
    return inside;
  }

  boolean isEmpty() {
    return configurations.isEmpty();
  }

  /** One of them, ready to be asked, or why it can't be. */
  interface Asked {
    void ready(String name, Provider provider, Session session);

    void refused(String name, String why);
  }

  void each(Asked asked) {
    configurations.forEach(
        (name, configuration) -> {
          Provider provider = provider(name);
          JsonNode conformed = SchemaCheck.conform(provider.configuration(), configuration);
          switch (provider.configure(conformed)) {
            case Provider.Configured.Refused refused ->
                asked.refused(name, refused.why().message());
            case Provider.Configured.Ready(Session session) -> {
              try (session) {
                asked.ready(name, provider, session);
              }
            }
          }
        });
  }

  OperationContext context(String workspace) {
    return OperationContext.of(
        draft -> {
          draft.workspace = workspace;
          draft.address = Address.of("asked.all");
          draft.root = new RootDirectory(inside.directory(), "");
          draft.token = "asked";
          draft.deadline = Deadline.after(PATIENCE);
          draft.cancellation = new Cancellation();
          draft.http = HttpClient.newHttpClient();
          draft.log = OperationLog.NONE;
        });
  }

  /** Only this one, as it is without a configuration if it has none. */
  ConfiguredProviders only(String name) {
    if (registry.provider(type(name)).isEmpty()) {
      throw Fault.of("There is no provider " + name, "", registry.whereItMayBe());
    }
    JsonNode configuration = configurations.getOrDefault(name, Json.object());
    configurations.clear();
    configurations.put(name, configuration);
    return this;
  }

  private Provider provider(String name) {
    return registry
        .provider(type(name))
        .orElseThrow(() -> Fault.of("There is no provider " + name, "", ""));
  }

  /** {@code module.a.fakecloud.west} is of fakecloud. */
  private static String type(String name) {
    return name.substring(Address.afterCalls(name)).split("\\.", 2)[0];
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
