package io.sluice.planning.configuration.served;

import io.sluice.language.address.ProviderSource;
import io.sluice.language.config.Module;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the provider that serves a local name of a module. An entry in {@code required_providers}
 * or in the lock file means the real provider, whether it is there or not; Sluice's own ones serve
 * a name without either, and sources of {@code sluice.io/builtin}.
 */
public final class Serving {
  private final ProviderRegistry registry;
  private final Diagnostics diagnostics;
  private final Set<String> reported = new HashSet<>();

  public Serving(ProviderRegistry registry, Diagnostics diagnostics) {
    this.registry = registry;
    this.diagnostics = diagnostics;
  }

  sealed interface Server {}

  /** A real provider, by its address. */
  record Real(String source, Provider provider) implements Server {}

  /**
   * One of Sluice's own.
   *
   * @param name what it would be called
   */
  record Own(String name) implements Server {}

  /** A real provider that is not available here. */
  record Missing(ProviderSource source, String why) implements Server {}

  Server of(Module module, String localName) {
    ProviderSource source = module.provider(localName).orElse(null);
    if (source == null) {
      return new Own(localName);
    }
    if (source.isBuiltIn()) {
      return new Own(source.type());
    }
    Optional<Provider> real = registry.real(source.toString());
    if (real.isPresent()) {
      return new Real(source.toString(), real.get());
    }
    Optional<String> why = registry.whyMissing(source.toString());
    if (why.isPresent()) {
      return new Missing(source, why.get());
    }
    return module.requiredProviders().containsKey(localName)
        ? new Missing(source, "It is required and not installed.")
        : new Own(localName);
  }

  /**
   * The real provider that a name stands for, if the name is neither one of Sluice's own nor
   * possibly a jar's.
   */
  Optional<Missing> elsewhere(Module module, String localName) {
    return registry.provider(localName).isPresent() || registry.withholds()
        ? Optional.empty()
        : module
            .provider(localName)
            .filter(source -> !source.isBuiltIn())
            .map(source -> new Missing(source, "It is not installed."));
  }

  /** Reports each unavailable provider once. */
  void report(Missing missing, String what, SourceRange place) {
    if (reported.add(missing.source().toString())) {
      diagnostics.add(
          Diagnostic.error(
                  "Provider isn't installed",
                  "%s is served by %s. %s"
                      .formatted(what, missing.source().displayed(), missing.why()),
                  place)
              .withHint("Run `sluice init`." + registry.ownInstead(missing.source().type())));
    }
  }
}
