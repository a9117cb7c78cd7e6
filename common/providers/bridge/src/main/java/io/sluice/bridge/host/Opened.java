package io.sluice.bridge.host;

import io.sluice.bridge.session.ProviderDiagnostic;
import java.util.List;

/** What came of asking for a configured provider. */
public sealed interface Opened {
  /** It can be called until it is given back. */
  record Ready(PluginUse use) implements Opened {}

  /** The provider does not take this configuration; at least one of the diagnostics is an error. */
  record Refused(List<ProviderDiagnostic> said) implements Opened {
    public Refused {
      said = List.copyOf(said);
    }
  }

  /** There is no process that could be asked; certainly nothing was done. */
  record Unavailable(String reason) implements Opened {}
}
