package io.sluice.worker.plugin;

import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.language.source.Severity;
import io.sluice.provider.Outcome;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What came of carrying a task out.
 *
 * @param unchanged the provider had nothing to do
 * @param secretPointers what of the attributes its schema calls secret
 * @param warnings what the provider says beside
 */
public record Carried(
    Outcome outcome, boolean unchanged, List<String> secretPointers, List<String> warnings) {
  private static final String FAILED = "PROVIDER_REFUSED";
  private static final String LOST = "PROVIDER_LOST";

  public Carried {
    secretPointers = List.copyOf(secretPointers);
    warnings = List.copyOf(warnings);
  }

  public static Carried of(Outcome outcome) {
    return new Carried(outcome, false, List.of(), List.of());
  }

  static Carried of(Outcome outcome, List<ProviderDiagnostic> said) {
    return new Carried(outcome, false, List.of(), warnings(said));
  }

  Carried withSecrets(List<String> pointers) {
    return new Carried(outcome, unchanged, pointers, warnings);
  }

  Carried withoutChange() {
    return new Carried(outcome, true, secretPointers, warnings);
  }

  /** It said no. No class of error comes with that, so trying again would be a guess. */
  public static Outcome.Failed failure(List<ProviderDiagnostic> said) {
    return Outcome.permanent(
        FAILED,
        said.stream()
            .filter(each -> each.severity() == Severity.ERROR)
            .map(ProviderDiagnostic::sentence)
            .distinct()
            .collect(Collectors.joining("\n")));
  }

  /** What was lost before the provider saw it was certainly not done. */
  static Outcome lost(Loss loss) {
    String crash = loss.crash().map(each -> " " + each.sentence()).orElse("");
    String message = "no answer to " + loss.call() + ": " + loss.sentence() + crash;
    return switch (loss.phase()) {
      case BEFORE_CALL -> Outcome.transientFailure(LOST, message);
      case DURING_CALL -> new Outcome.InDoubt(LOST, message);
    };
  }

  /** A look changes nothing, however far it was. */
  static Outcome lostLook(Loss loss) {
    String crash = loss.crash().map(each -> " " + each.sentence()).orElse("");
    return Outcome.transientFailure(
        LOST, "no answer to " + loss.call() + ": " + loss.sentence() + crash);
  }

  static List<String> warnings(List<ProviderDiagnostic> said) {
    return said.stream()
        .filter(each -> each.severity() == Severity.WARNING)
        .map(ProviderDiagnostic::sentence)
        .distinct()
        .toList();
  }
}
