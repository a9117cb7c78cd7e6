package io.sluice.bridge.session;

import java.util.List;

/** What came of asking a provider for something. */
public sealed interface Reply<T> {

  /** An answer, with the warnings that came with it. */
  record Done<T>(T result, List<ProviderDiagnostic> diagnostics) implements Reply<T> {
    public Done {
      diagnostics = List.copyOf(diagnostics);
    }
  }

  /**
   * The provider, or a rule that it broke, said no; at least one of the diagnostics is an error.
   */
  record Refused<T>(List<ProviderDiagnostic> diagnostics) implements Reply<T> {
    public Refused {
      diagnostics = List.copyOf(diagnostics);
    }
  }

  /** There was no answer. */
  record Lost<T>(Loss loss) implements Reply<T> {}
}
