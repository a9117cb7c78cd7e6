package io.sluice.worker.plugin;

import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.language.source.Severity;
import io.sluice.provider.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of carrying out a task.
 *
 * @param unchanged the provider had nothing to do
 * @param secretPointers what of the attributes its schema calls secret
 * @param warnings what the provider says beside
 * @param wasCalled the one call that changes something was made
 * @param hasEnded that call has certainly ended, although its outcome is not known
 * @param lookAgain nothing was found yet, which proves something only after this time; null where
 *     it does
 */
public record Carried(
    Outcome outcome,
    boolean unchanged,
    List<String> secretPointers,
    List<String> warnings,
    boolean wasCalled,
    boolean hasEnded,
    @Nullable Duration lookAgain) {
  private static final String FAILED = "PROVIDER_REFUSED";
  private static final String LOST = "PROVIDER_LOST";

  public Carried {
    secretPointers = List.copyOf(secretPointers);
    warnings = List.copyOf(warnings);
  }

  private Carried(Outcome outcome, List<String> warnings) {
    this(outcome, false, List.of(), warnings, false, false, null);
  }

  public static Carried of(Outcome outcome) {
    return new Carried(outcome, List.of());
  }

  static Carried of(Outcome outcome, List<ProviderDiagnostic> said) {
    return new Carried(outcome, warnings(said));
  }

  /** Nothing is there, and that proves nothing yet. */
  static Carried later(Duration wait) {
    return new Carried(new Outcome.Gone(), true, List.of(), List.of(), false, false, wait);
  }

  Carried withSecrets(List<String> pointers) {
    return new Carried(outcome, unchanged, pointers, warnings, wasCalled, hasEnded, lookAgain);
  }

  Carried warning(String text) {
    List<String> all = new ArrayList<>(warnings);
    all.add(text);
    return new Carried(outcome, unchanged, secretPointers, all, wasCalled, hasEnded, lookAgain);
  }

  Carried withoutChange() {
    return new Carried(outcome, true, secretPointers, warnings, wasCalled, hasEnded, lookAgain);
  }

  public Carried with(Outcome other) {
    return new Carried(other, unchanged, secretPointers, warnings, wasCalled, hasEnded, lookAgain);
  }

  /** What the one call that changes something came to, with an answer. */
  Carried answered() {
    return new Carried(outcome, unchanged, secretPointers, warnings, true, true, lookAgain);
  }

  /** There was no answer, and there will be none. */
  public Carried ended() {
    return new Carried(outcome, unchanged, secretPointers, warnings, wasCalled, true, lookAgain);
  }

  /** Whether the provider refused, and left nothing behind. */
  public boolean isRefused() {
    return outcome instanceof Outcome.Failed failed
        && failed.code().equals(FAILED)
        && failed.partial() == null;
  }

  /** A refusal. It has no class of error: only its text can show that another try is worthwhile. */
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
    return switch (loss.phase()) {
      case BEFORE_CALL -> lostLook(loss);
      case DURING_CALL -> new Outcome.InDoubt(LOST, loss.told());
    };
  }

  /** A look changes nothing, however far it was. */
  static Outcome lostLook(Loss loss) {
    return Outcome.transientFailure(LOST, loss.told());
  }

  static List<String> warnings(List<ProviderDiagnostic> said) {
    return said.stream()
        .filter(each -> each.severity() == Severity.WARNING)
        .map(ProviderDiagnostic::sentence)
        .distinct()
        .toList();
  }
}
