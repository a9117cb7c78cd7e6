package io.sluice.bridge.session;

import java.util.List;

/**
 * Carries diagnostics with an error out of whatever found them; becomes a {@link Reply.Refused}.
 */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<ProviderDiagnostic> diagnostics;

  Refusal(List<ProviderDiagnostic> diagnostics) {
    super("refused", null, false, false);
    this.diagnostics = List.copyOf(diagnostics);
  }

  Refusal(String summary, String detail) {
    this(List.of(ProviderDiagnostic.error(summary, detail)));
  }

  List<ProviderDiagnostic> diagnostics() {
    return diagnostics;
  }
}
