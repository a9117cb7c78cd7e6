package io.sluice.install.provider;

import io.sluice.install.address.Version;
import io.sluice.language.address.ProviderSource;

/** Hears what an installation does, as it happens. */
public interface InstallProgress {
  /** Ignores all progress. */
  InstallProgress NONE = new InstallProgress() {};

  /** A version is looked for. */
  default void looking(ProviderRequirement requirement, String where) {}

  /** A package is on its way, which may take long. */
  default void fetching(ProviderSource provider, Version version, String from) {}

  /** A package is there. */
  default void installed(Installed installed) {}

  /**
   * @param how it was proved to be the right one, for people
   * @param from where it came from, or empty if it was here
   */
  record Installed(ProviderSource provider, Version version, String how, String from) {
    static Installed asLocked(ProviderSource provider, Version version, String from) {
      return new Installed(provider, version, "as locked", from);
    }
  }
}
