package io.sluice.planning;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Given;
import io.sluice.language.substitution.Substituted;
import io.sluice.language.substitution.Substitution;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.json.JsonValues;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.Answer.Remark;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.planning.ask.Route;
import io.sluice.planning.configuration.values.ConfiguredValue;
import io.sluice.planning.decide.DecisionMaker;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.provider.ProviderRegistry.Found;
import io.sluice.provider.schema.BlockBody;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Plans the instances of a block during a run, if their provider plans by itself: asks it with
 * their configurations, resolved with the values that the run has so far. What only a worker can
 * resolve is unknown to the provider.
 */
final class AskedInstances implements DesiredState {
  private final Placeholder placeholder;
  private final List<Resource> instances;
  private final Found type;
  private final Given given;
  private final Expressions expressions;
  private final Set<String> secrets;
  private final List<Remark> refused = new ArrayList<>();

  /**
   * @param given what references stand for, in clear
   * @param secrets texts that must not be seen in what the provider says
   */
  AskedInstances(
      Placeholder placeholder,
      List<Resource> instances,
      Found type,
      Given given,
      Expressions expressions,
      Set<String> secrets) {
    this.placeholder = placeholder;
    this.instances = instances;
    this.type = type;
    this.given = given;
    this.expressions = expressions;
    this.secrets = secrets;
  }

  /** The remarks with which the provider refused. */
  List<Remark> refused() {
    return refused;
  }

  @Override
  public void decide(DecisionMaker maker) {
    ProviderUse use = use();
    for (Resource instance : instances) {
      boolean replaced = placeholder.replaced().contains(instance.address().text());
      DecisionMaker.Outcome outcome =
          maker.decide(
              instance,
              type,
              use,
              value(type.schema().body(), instance.config()),
              replaced ? "requested" : null,
              null);
      if (outcome instanceof DecisionMaker.Refused(List<Remark> said)) {
        refused.addAll(said);
      }
    }
  }

  private ProviderUse use() {
    ProviderBlock block = placeholder.settings().block();
    JsonNode config = block == null ? Json.object() : block.config();
    Value value = value(type.provider().configuration(), config);
    Route route =
        new Route(
            placeholder.settings().pool(),
            placeholder.settings().provider(),
            block == null ? null : block.rate(),
            block == null ? null : block.maxConcurrent());
    return new ProviderUse(type.provider(), value, new TreeSet<>(), secrets, route, false);
  }

  private Value value(BlockBody schema, JsonNode config) {
    Map<String, Value> written = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> field : config.properties()) {
      written.put(field.getKey(), resolved(field.getKey(), field.getValue()));
    }
    return ConfiguredValue.object(schema, written);
  }

  private Value resolved(String name, JsonNode written) {
    return switch (Substitution.substitute(
        Json.object().set(name, written), given, environment -> Optional.empty(), expressions)) {
      case Substituted.Resolved made -> JsonValues.fromJson(made.tree().path(name));
      case Substituted.Unresolved fault -> Values.UNKNOWN;
    };
  }

  @Override
  public boolean protects(Address address) {
    return placeholder.settings().lifecycle().preventDestroy();
  }

  @Override
  public SortedMap<String, ProviderBlock> providers() {
    SortedMap<String, ProviderBlock> providers = new TreeMap<>();
    String name = placeholder.settings().provider();
    ProviderBlock block = placeholder.settings().block();
    if (name != null && block != null) {
      providers.put(name, block);
    }
    return providers;
  }

  @Override
  public Optional<ProviderUse> use(StateRecord record, Found found) {
    return Optional.of(use());
  }

  @Override
  public List<Reference> references(@Nullable String provider) {
    return placeholder.references();
  }

  @Override
  public @Nullable WorkingDirectory directory() {
    return placeholder.program() == null ? null : placeholder.program().place();
  }
}
