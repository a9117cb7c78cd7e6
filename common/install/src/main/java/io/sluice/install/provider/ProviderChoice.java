package io.sluice.install.provider;

import io.sluice.install.address.ProviderSource;
import io.sluice.install.lock.DependencyLocks;
import java.util.function.Predicate;

/**
 * Decides who serves a provider: the real one, which is installed, or one of Sluice's own, built in
 * or in a jar. The one place where that is decided.
 *
 * @param builtIns whether Sluice has a provider by this name
 * @param jarsLeftOut whether there are jars that were not loaded: then one of them may be what a
 *     name means that nothing explains, and no registry is asked for it
 * @param rule what an entry in {@code required_providers} means
 */
public record ProviderChoice(Predicate<String> builtIns, boolean jarsLeftOut, Rule rule) {
  /** What an entry in {@code required_providers} means where a built-in has the same type. */
  public enum Rule {
    /** The built-in serves it unless the lock file has an entry, as long as real ones can't run. */
    BUILT_IN_FIRST,
    /** The real provider, always. */
    AS_REQUIRED
  }

  /** Who serves a provider. */
  public enum Served {
    BY_PACKAGE,
    BY_BUILT_IN
  }

  /** The rule that holds now. */
  public static ProviderChoice among(Predicate<String> builtIns, boolean jarsLeftOut) {
    return new ProviderChoice(builtIns, jarsLeftOut, Rule.BUILT_IN_FIRST);
  }

  public Served of(ProviderRequirement requirement, DependencyLocks locks) {
    ProviderSource source = requirement.source();
    if (source.isBuiltIn()) {
      return Served.BY_BUILT_IN;
    }
    if (locks.of(source).isPresent()) {
      return Served.BY_PACKAGE;
    }
    boolean ours = hasBuiltIn(source) || (jarsLeftOut && !requirement.named());
    boolean required = requirement.named() && rule == Rule.AS_REQUIRED;
    return required || !ours ? Served.BY_PACKAGE : Served.BY_BUILT_IN;
  }

  /** Whether a built-in could serve it, for advice when the real one can't be had. */
  public boolean hasBuiltIn(ProviderSource source) {
    return builtIns.test(source.type());
  }
}
