package io.sluice.install.source;

import io.sluice.install.address.Platform;
import io.sluice.install.address.Version;
import io.sluice.language.address.ProviderSource;
import java.util.Optional;
import java.util.Set;

/** A place that has provider packages. What fails there is an {@code InstallFault}. */
public interface PackageSource {
  /** Nothing where the provider is not known here. */
  Optional<Set<Version>> versions(ProviderSource provider);

  /** Nothing where this version is not here for the platform. */
  Optional<PackageOffer> offer(ProviderSource provider, Version version, Platform platform);

  /** For messages: {@code the registry registry.terraform.io}. */
  String describe(ProviderSource provider);
}
