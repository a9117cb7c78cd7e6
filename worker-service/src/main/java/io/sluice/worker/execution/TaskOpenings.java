package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.HeldResources;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.host.Opened;
import io.sluice.bridge.host.PluginUse;
import io.sluice.bridge.schema.Block;
import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.bridge.types.ConfigValues;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Openings;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.language.value.Value;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.plan.PluginWork;
import io.sluice.worker.plugin.Carried;
import io.sluice.worker.plugin.PluginWorks;
import io.sluice.worker.secret.Environment;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The ephemeral resources that one task has open: each is opened when an expression first names it,
 * with what the task brings, and closed when the task is over.
 */
final class TaskOpenings implements Openings, AutoCloseable {
  private final PluginWorks works;
  private final Environment environment;
  private final Expressions expressions;
  private final HeldResources held = new HeldResources();
  private final Map<String, Opened> known = new HashMap<>();

  /** Ends an opening with the reason. */
  private static final class Ended extends Exception {
    private static final long serialVersionUID = 1L;

    Ended(String reason) {
      super(reason, null, false, false);
    }
  }

  /**
   * @param expressions makes the task's evaluator, given what opens its resources
   */
  TaskOpenings(
      PluginWorks works, Environment environment, Function<Openings, Expressions> expressions) {
    this.works = works;
    this.environment = environment;
    this.expressions = expressions.apply(this);
  }

  @Override
  public Opened open(String address, JsonNode form, Given given) {
    Opened before = known.get(address);
    if (before != null) {
      return before;
    }
    Opened opened;
    try {
      require(form.path("before"), "precondition", given);
      Open open = new Open(opened(form, given));
      known.put(address, open);
      require(form.path("after"), "postcondition", given);
      opened = open;
    } catch (Ended e) {
      opened = new Failed(address + ": " + e.getMessage());
    } catch (DecodeFailed e) {
      opened = new Failed(address + ": " + e.sentence());
    }
    known.put(address, opened);
    return opened;
  }

  private Value opened(JsonNode form, Given given) throws Ended, DecodeFailed {
    String type = form.path("type").asText();
    PluginWorks.BoundPlugin plugin =
        switch (works.bind(work(form))) {
          case PluginWorks.Bound.Ready(PluginWorks.BoundPlugin bound) -> bound;
          case PluginWorks.Bound.Unavailable(String reason) -> throw new Ended(reason);
        };
    Block block =
        plugin
            .catalog()
            .ephemeral(type)
            .orElseThrow(() -> new Ended("its provider has no ephemeral resource " + type))
            .block();
    Set<String> secrets = new LinkedHashSet<>();
    Value provider =
        ConfigValues.of(
            plugin.catalog().provider(), resolved(form.path("provider"), given, secrets));
    Value config = ConfigValues.of(block, resolved(form.path("config"), given, secrets));
    return switch (plugin.open(provider, secrets, paths -> paths.in(config))) {
      case io.sluice.bridge.host.Opened.Refused(List<ProviderDiagnostic> said) ->
          throw new Ended(Carried.failure(said).message());
      case io.sluice.bridge.host.Opened.Unavailable(String reason) -> throw new Ended(reason);
      case io.sluice.bridge.host.Opened.Ready(PluginUse use) ->
          switch (held.open(use, type, config)) {
            case Reply.Done<Value>(Value result, List<ProviderDiagnostic> said) -> result;
            case Reply.Refused<Value>(List<ProviderDiagnostic> said) ->
                throw new Ended(Carried.failure(said).message());
            case Reply.Lost<Value>(Loss loss) -> throw new Ended(loss.sentence());
          };
    };
  }

  private static PluginWork work(JsonNode form) throws Ended {
    try {
      return Json.decode(Json.encode(form.path("plugin")), PluginWork.class);
    } catch (MalformedMessage e) {
      throw new Ended("the plan does not say which provider opens it");
    }
  }

  private JsonNode resolved(JsonNode tree, Given given, Set<String> secrets) throws Ended {
    Substituted.Resolved found = substituted(tree, given);
    found.secretPaths().forEach(path -> Inputs.collect(found.tree().at(path), secrets));
    return found.tree();
  }

  private Substituted.Resolved substituted(JsonNode tree, Given given) throws Ended {
    JsonNode written = tree.isObject() ? tree : Json.object();
    return switch (Substitution.substitute(written, given, environment, expressions)) {
      case Substituted.Unresolved unresolved -> throw new Ended(unresolved.message());
      case Substituted.Resolved found -> found;
    };
  }

  private void require(JsonNode conditions, String moment, Given given) throws Ended {
    for (JsonNode each : conditions) {
      Substituted.Resolved checked = substituted(each, given);
      if (!checked.tree().path("condition").asBoolean()) {
        String message =
            checked.secretPaths().contains("/error_message")
                ? "(its message refers to sensitive values)"
                : checked.tree().path("error_message").asText();
        throw new Ended("its %s failed: %s".formatted(moment, message));
      }
    }
  }

  @Override
  public void close() {
    held.close();
  }
}
