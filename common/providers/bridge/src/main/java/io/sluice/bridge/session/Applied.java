package io.sluice.bridge.session;

import io.sluice.bridge.rules.Fault;
import java.util.List;
import java.util.Optional;

/**
 * What state holds of an object after a change, also after one that failed: a provider that fails
 * may have made something.
 *
 * @param object empty where nothing is there
 * @param diagnostics with an error where the change failed
 * @param tolerated rules that a provider of the old kind broke and may break
 * @param unreadable the provider's answer is no object of the type: what the call made, nobody
 *     knows
 */
public record Applied(
    Optional<ObjectState> object,
    List<ProviderDiagnostic> diagnostics,
    List<Fault> tolerated,
    boolean unreadable) {

  public Applied(
      Optional<ObjectState> object, List<ProviderDiagnostic> diagnostics, List<Fault> tolerated) {
    this(object, diagnostics, tolerated, false);
  }

  public Applied {
    diagnostics = List.copyOf(diagnostics);
    tolerated = List.copyOf(tolerated);
  }

  public boolean succeeded() {
    return !ProviderDiagnostic.hasErrors(diagnostics);
  }
}
