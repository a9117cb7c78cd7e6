package io.sluice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.schema.PlannedChange;
import io.sluice.provider.schema.ProviderSchema;
import io.sluice.provider.schema.Repeats;
import io.sluice.provider.schema.TypeSchema;

/** A provider that takes no configuration: its name and its types are all there is to it. */
public abstract class PlainProvider implements Provider {
  private final String name;
  private final TypedSession types;

  protected PlainProvider(String name, TypedSession types) {
    this.name = name;
    this.types = types;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final ProviderSchema schema() {
    return types.schema();
  }

  @Override
  public final Configured configure(JsonNode configuration) {
    return new Configured.Ready(types);
  }

  @Override
  public final PlannedChange plan(TypeSchema type, PlanInput input) {
    return types
        .resource(type.type())
        .map(resource -> resource.plan(input))
        .orElseGet(() -> Provider.super.plan(type, input));
  }

  @Override
  public final Repeats repeats(TypeSchema type, JsonNode desired) {
    return types
        .resource(type.type())
        .map(resource -> resource.repeats(desired))
        .orElse(type.repeats());
  }
}
