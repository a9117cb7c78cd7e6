package io.sluice.planning.ask;

import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.provider.Provider;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A provider in one of its configurations.
 *
 * @param config unmarked, an object of everything that the provider's schema has; parts may be
 *     unknown
 * @param needs what the configuration was made of
 * @param secrets texts that must not be seen in what the provider says or prints
 * @param route which workers ask it; not part of the question
 * @param defers it is not to be asked while parts of its configuration are unknown
 */
public record ProviderUse(
    Provider provider,
    Value config,
    SortedSet<Address> needs,
    Set<String> secrets,
    Route route,
    boolean defers) {
  public ProviderUse {
    needs = Collections.unmodifiableSortedSet(new TreeSet<>(needs));
    secrets = Set.copyOf(secrets);
  }

  public ProviderUse(Provider provider, Value config, SortedSet<Address> needs) {
    this(provider, config, needs, Set.of(), Route.NONE, false);
  }

  /** The same, asked by the workers of a pool. */
  public ProviderUse in(@Nullable String pool) {
    return new ProviderUse(provider, config, needs, secrets, route.in(pool), defers);
  }

  /** The same for a question with these secrets in it. */
  public ProviderUse hiding(Set<String> texts) {
    return new ProviderUse(provider, config, needs, texts, route, defers);
  }
}
