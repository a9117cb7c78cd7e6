package io.sluice.cli.install;

import io.sluice.cli.terminal.Invocation;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.plugin.Plugins;

/** The providers of a directory, as a command may load them. */
public final class KnownProviders {
  private KnownProviders() {}

  /** Says once what is left out, since a type of it will be missing. */
  public static ProviderRegistry of(Invocation inside) {
    ProviderRegistry registry = ProviderRegistry.load(plugins(inside));
    registry
        .broken()
        .forEach(
            plugin ->
                inside.noteOnce(
                    "Plug-in " + plugin.name() + " was not loaded: " + plugin.reason() + "."));
    return registry;
  }

  /** Of the process's own environment: no setting of the directory names a folder of jars. */
  public static Plugins plugins(Invocation inside) {
    return Plugins.of(inside.directory(), inside.environment());
  }
}
