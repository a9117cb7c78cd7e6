package io.sluice.cli.trial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.provider.Provider;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.FunctionSchema;
import io.sluice.provider.schema.PlannedChange;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A provider with the types of another one, which is asked only about what no test overrides. */
final class MockProvider implements Provider {
  private final Provider real;
  private final Mocks mocks;

  MockProvider(Provider real, Mocks mocks) {
    this.real = real;
    this.mocks = mocks;
  }

  @Override
  public String name() {
    return real.name();
  }

  @Override
  public ProviderSchema schema() {
    return real.schema();
  }

  /** A mock takes any configuration, and none. */
  @Override
  public BlockBody configuration() {
    BlockBody body = real.configuration();
    List<AttributeSchema> optional =
        body.attributes().stream().map(MockProvider::optional).toList();
    return new BlockBody(optional, body.blocks(), List.of());
  }

  private static AttributeSchema optional(AttributeSchema attribute) {
    return attribute.presence() == AttributeSchema.Presence.REQUIRED
        ? new AttributeSchema(
            attribute.name(),
            attribute.type(),
            AttributeSchema.Presence.OPTIONAL,
            attribute.traits(),
            attribute.defaultValue(),
            attribute.deprecation(),
            attribute.description(),
            attribute.check())
        : attribute;
  }

  @Override
  public Set<String> typeNames(TypeSchema.Kind kind) {
    return real.typeNames(kind);
  }

  @Override
  public Optional<TypeSchema> type(TypeSchema.Kind kind, String name) {
    return real.type(kind, name);
  }

  @Override
  public Optional<FunctionSchema> function(String name) {
    return real.function(name);
  }

  @Override
  public Set<String> functionNames() {
    return real.functionNames();
  }

  @Override
  public Configured configure(JsonNode configuration) {
    return new Configured.Ready(
        new MockSession(mocks, this::type, () -> real.configure(configuration)));
  }

  @Override
  public PlannedChange plan(TypeSchema type, PlanInput input) {
    return real.plugin().isPresent() ? Provider.super.plan(type, input) : real.plan(type, input);
  }

  @Override
  public Repeats repeats(TypeSchema type, JsonNode desired) {
    return real.repeats(type, desired);
  }

  @Override
  public JsonNode foretold(TypeSchema type, Address address, JsonNode desired) {
    Mocks.Said said = mocks.of(address, type).orElse(null);
    if (said == null || !said.duringPlan()) {
      return Json.object();
    }
    ObjectNode known = mocks.foretold(address);
    synchronized (known) {
      for (AttributeSchema attribute : type.body().attributes()) {
        boolean given = desired.hasNonNull(attribute.name());
        if (attribute.providerGiven() && !given && !known.has(attribute.name())) {
          Value value = said.values().entries().get(attribute.name());
          try {
            known.set(attribute.name(), MadeUp.of(attribute, value, attribute.name()));
          } catch (MadeUp.Unfit e) {
            // Said when the object is made.
          }
        }
      }
      return known.deepCopy();
    }
  }

  @Override
  public JsonNode upgradeState(TypeSchema type, int fromVersion, JsonNode attributes) {
    return real.upgradeState(type, fromVersion, attributes);
  }
}
