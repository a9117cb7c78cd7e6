package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.model.CoreCode;
import io.sluice.model.digest.Sha256;
import io.sluice.model.json.Json;
import io.sluice.model.message.Task;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.provider.Provider;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.ConfigFault;
import io.sluice.provider.schema.SchemaCheck;
import io.sluice.worker.secret.Environment;
import io.sluice.worker.secret.Vault;
import io.sluice.worker.throttling.Limits;
import java.security.MessageDigest;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The target of a task's calls: a provider in one configuration.
 *
 * @param name as the plan calls it
 * @param configuration in clear, conformed to the provider's schema
 * @param secrets what of it must be shown to no one
 */
record Target(
    Provider provider, String name, JsonNode configuration, Set<String> secrets, Limits limits) {

  /** The outcome of resolving it. */
  sealed interface Resolved {
    record Ready(Target target) implements Resolved {}

    record Faulty(CoreCode code, String message) implements Resolved {}
  }

  /** What a provider's block says, in clear. */
  sealed interface Written {
    /**
     * @param secrets what of it is known to be secret, whatever the provider's schema says
     */
    record Clear(JsonNode tree, Set<String> secrets) implements Written {}

    record Unclear(String message) implements Written {}
  }

  /**
   * @param name of the provider, for messages
   */
  static Written written(
      Task task, String name, Vault vault, Environment environment, Expressions expressions) {
    ProviderBlock block = task.providerBlock();
    if (block == null) {
      return new Written.Clear(Json.object(), Set.of());
    }
    Set<String> secrets = new LinkedHashSet<>();
    Given given = Inputs.given(task, vault, secrets);
    Substituted substituted =
        Substitution.substitute(
            vault.open(task.workspace(), block.config()), given, environment, expressions);
    return switch (substituted) {
      case Substituted.Unresolved unresolved ->
          new Written.Unclear(
              "provider "
                  + name
                  + ": "
                  + (unresolved.reason() == Substituted.Reason.UNKNOWN_VARIABLE
                      ? "${"
                          + unresolved.reference()
                          + "}: "
                          + environment.lacks(unresolved.reference())
                      : unresolved.message()));
      case Substituted.Resolved resolved -> {
        secrets.addAll(vault.parts(task.workspace(), block.config()));
        resolved.secretPaths().forEach(path -> Inputs.collect(resolved.tree().at(path), secrets));
        yield new Written.Clear(resolved.tree(), secrets);
      }
    };
  }

  static Resolved resolve(
      Task task, Provider provider, Vault vault, Environment environment, Expressions expressions) {
    BlockBody body = provider.configuration();
    ProviderBlock block = task.providerBlock();
    String name = Optional.ofNullable(task.provider()).orElse(provider.name());
    if (block == null) {
      JsonNode empty = SchemaCheck.conform(body, Json.object());
      return new Resolved.Ready(new Target(provider, name, empty, Set.of(), Limits.NONE));
    }
    return switch (written(task, name, vault, environment, expressions)) {
      case Written.Unclear(String message) ->
          new Resolved.Faulty(CoreCode.UNRESOLVED_INPUT, message);
      case Written.Clear(JsonNode tree, Set<String> secrets) -> {
        body.attributes().stream()
            .filter(AttributeSchema::sensitive)
            .forEach(each -> Inputs.collect(tree.path(each.name()), secrets));
        Optional<ConfigFault> fault =
            SchemaCheck.check(body, tree).stream().filter(each -> !each.warning()).findFirst();
        yield fault.isPresent()
            ? new Resolved.Faulty(
                CoreCode.INVALID_PROVIDER_CONFIG,
                "provider "
                    + name
                    + ": "
                    + fault.get().summary()
                    + (fault.get().pointer().isEmpty() ? "" : " at " + fault.get().pointer()))
            : ready(provider, name, SchemaCheck.conform(body, tree), secrets, block);
      }
    };
  }

  private static Resolved ready(
      Provider provider,
      String name,
      JsonNode configuration,
      Set<String> secrets,
      ProviderBlock block) {
    secrets.addAll(ProviderBroke.guarded(() -> provider.derivedSecrets(configuration)));
    return new Resolved.Ready(new Target(provider, name, configuration, secrets, Limits.of(block)));
  }

  /** The same for the same configuration, and nothing that could be read out of it. */
  String key() {
    if (configuration.isEmpty()) {
      return provider.name();
    }
    MessageDigest digest = Sha256.begun();
    digest.update(Json.encode(provider.name()));
    digest.update(Json.encode(configuration));
    return Sha256.hex(digest);
  }

  /** With what else is secret. */
  Set<String> secretsAnd(Set<String> others) {
    Set<String> all = new LinkedHashSet<>(others);
    all.addAll(secrets);
    return all;
  }

  /** Never shown whole: it is in clear. */
  @Override
  public String toString() {
    return "Target[" + name + "]";
  }
}
