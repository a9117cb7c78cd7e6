package io.sluice.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.Forms;
import io.sluice.bridge.ask.PlannedWork;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.types.BridgedProvider;
import io.sluice.language.value.Value;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.planning.configuration.values.MarkedParts;
import io.sluice.planning.configuration.values.ShownValue;
import io.sluice.planning.secret.Secrets;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.questions.Pointers;
import io.sluice.seal.SealFailure;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What real providers plan, as the nodes of a run carry it: for whoever has the key that it is
 * sealed with and the schemas of the providers. Others see what the configuration says.
 */
final class CarriedPlans {
  /** Nothing can be opened. */
  static final CarriedPlans CLOSED =
      new CarriedPlans("", Optional.empty(), ProviderRegistry.builtIn());

  private final String workspace;
  private final Optional<Secrets> secrets;
  private final ProviderRegistry registry;

  CarriedPlans(String workspace, Optional<Secrets> secrets, ProviderRegistry registry) {
    this.workspace = workspace;
    this.secrets = secrets;
    this.registry = registry;
  }

  /** An object as it is and as it will be, with JSON pointers of what is not to be shown of it. */
  record Carried(
      @Nullable JsonNode before,
      @Nullable JsonNode after,
      List<String> secretBefore,
      List<String> secretAfter,
      List<String> replacing,
      List<String> sets) {}

  Optional<Carried> of(Node node) {
    PluginWork work = node.plugin();
    JsonNode sealed = work == null ? null : work.planned();
    if (work == null || sealed == null || secrets.isEmpty()) {
      return Optional.empty();
    }
    return registry
        .find(work.source(), TypeSchema.Kind.RESOURCE, node.type())
        .filter(found -> found.provider() instanceof BridgedProvider)
        .flatMap(
            found -> carried(sealed, (BridgedProvider) found.provider(), found.schema().body()));
  }

  /** What was sealed with another key, or by another build, stays closed. */
  private Optional<Carried> carried(JsonNode sealed, BridgedProvider provider, BlockBody schema) {
    try {
      PlannedWork work =
          new Forms(provider.catalog()).planned(secrets.orElseThrow().opened(workspace, sealed));
      PlannedChange change = work.change();
      ShownValue before = new ShownValue();
      ShownValue after = new ShownValue();
      Optional<Value> found = change.prior().map(ObjectState::value);
      return Optional.of(
          new Carried(
              found.map(value -> before.write(MarkedParts.secret(schema, value))).orElse(null),
              change.planned().isNull()
                  ? null
                  : after.write(MarkedParts.secret(schema, change.planned())),
              before.sensitivePaths(),
              after.sensitivePaths(),
              change.requiresReplace().stream().map(Pointers::pointer).distinct().toList(),
              Stream.concat(before.setPaths().stream(), after.setPaths().stream())
                  .distinct()
                  .toList()));
    } catch (SealFailure | DecodeFailed e) {
      return Optional.empty();
    }
  }
}
