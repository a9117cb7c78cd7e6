package io.sluice.planning.decide;

import io.sluice.model.Address;
import io.sluice.provider.Provider.PlanInput;
import io.sluice.provider.ProviderRegistry;

/** What a provider is asked before a resource can be decided about. */
public record Question(Address address, ProviderRegistry.Found type, PlanInput input) {}
