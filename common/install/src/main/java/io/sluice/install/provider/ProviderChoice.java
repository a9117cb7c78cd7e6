package io.sluice.install.provider;

import io.sluice.install.lock.DependencyLocks;
import io.sluice.language.address.ProviderSource;
import java.util.function.Predicate;

/**
 * Decides who serves a provider: the real one, which is to be installed, or one of Sluice's own,
 * built in or in a jar. An entry in {@code required_providers} or in the lock file means the real
 * one; planning, which knows what is installed, goes by the same rule.
 *
 * @param builtIns whether Sluice has a provider by this name
 * @param jarsLeftOut whether there are jars that were not loaded: then one of them may be what a
 *     name means that nothing explains, and no registry is asked for it
 */
public record ProviderChoice(Predicate<String> builtIns, boolean jarsLeftOut) {
  /** Who serves a provider. */
  public enum Served {
    BY_PACKAGE,
    BY_BUILT_IN
  }

  public Served of(ProviderRequirement requirement, DependencyLocks locks) {
    ProviderSource source = requirement.source();
    if (source.isBuiltIn()) {
      return Served.BY_BUILT_IN;
    }
    if (locks.of(source).isPresent()) {
      return Served.BY_PACKAGE;
    }
    boolean ours = builtIns.test(source.type()) || jarsLeftOut;
    return requirement.named() || !ours ? Served.BY_PACKAGE : Served.BY_BUILT_IN;
  }
}
