package io.sluice.install.provider;

import io.sluice.install.address.VersionConstraints;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.source.SourceRange;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * That a configuration needs a provider, in all of its modules taken together.
 *
 * @param named whether {@code required_providers} names it, rather than the type of a resource
 *     alone
 * @param places where it is asked for, the places with constraints first
 */
public record ProviderRequirement(
    ProviderSource source,
    VersionConstraints constraints,
    boolean named,
    SortedSet<String> modules,
    List<SourceRange> places) {
  public ProviderRequirement {
    modules = new TreeSet<>(modules);
    places = List.copyOf(places);
  }

  /** Of what state holds by a provider that the configuration does not mention any more. */
  public static ProviderRequirement ofState(ProviderSource source) {
    return new ProviderRequirement(
        source, VersionConstraints.NONE, true, new TreeSet<>(Set.of("state")), List.of());
  }
}
