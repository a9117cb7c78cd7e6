package io.sluice.install.lock;

import io.sluice.language.address.ProviderSource;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The locks of a configuration's providers, each at most once. */
public record DependencyLocks(SortedMap<ProviderSource, ProviderLock> providers) {
  public static final DependencyLocks NONE = new DependencyLocks(new TreeMap<>());

  public DependencyLocks {
    providers = Collections.unmodifiableSortedMap(new TreeMap<>(providers));
  }

  public Optional<ProviderLock> of(ProviderSource source) {
    return Optional.ofNullable(providers.get(source));
  }

  public DependencyLocks with(ProviderLock lock) {
    SortedMap<ProviderSource, ProviderLock> changed = new TreeMap<>(providers);
    changed.put(lock.source(), lock);
    return new DependencyLocks(changed);
  }

  /** Without those that nothing requires any more. */
  public DependencyLocks keeping(SortedSet<ProviderSource> required) {
    SortedMap<ProviderSource, ProviderLock> kept = new TreeMap<>(providers);
    kept.keySet().retainAll(required);
    return new DependencyLocks(kept);
  }

  public boolean isEmpty() {
    return providers.isEmpty();
  }

  public boolean lockSameProvidersAs(DependencyLocks other) {
    return new TreeSet<>(providers.keySet()).equals(new TreeSet<>(other.providers.keySet()));
  }

  /** Whether the file need not be written again. */
  public boolean chooseSameAs(DependencyLocks other) {
    return lockSameProvidersAs(other)
        && providers.values().stream()
            .allMatch(lock -> other.of(lock.source()).map(lock::choosesSameAs).orElse(false));
  }
}
