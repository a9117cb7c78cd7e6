package io.sluice.planning.ask;

import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.provider.Provider;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A provider in one of its configurations.
 *
 * @param config unmarked, an object of everything that the provider's schema has; parts may be
 *     unknown
 * @param needs what the configuration was made of
 */
public record ProviderUse(Provider provider, Value config, SortedSet<Address> needs) {
  public ProviderUse {
    needs = Collections.unmodifiableSortedSet(new TreeSet<>(needs));
  }
}
