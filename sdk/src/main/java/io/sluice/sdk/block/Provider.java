package io.sluice.sdk.block;

import io.sluice.sdk.value.ObjectValue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The configuration of a provider whose arguments are known by their names alone. */
public final class Provider extends ProviderBlock<Provider> {
  public Provider(String name) {
    super(name, null);
  }

  /** One that comes from a registry. */
  public Provider(Requirement requirement) {
    super(requirement.name(), requirement);
  }

  @Override
  public Provider set(String name, @Nullable Object value) {
    super.set(name, value);
    return this;
  }

  @Override
  public Provider block(String name, Consumer<ObjectValue> contents) {
    super.block(name, contents);
    return this;
  }

  @Override
  protected Provider fresh() {
    return new Provider(ownLabel());
  }
}
