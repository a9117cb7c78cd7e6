package io.sluice.provider;

import io.sluice.model.ErrorClass;

/**
 * An expected failure on its way out of the depths of a provider; {@link TypedSession} turns it
 * into its outcome. It has no stack trace, since it is no bug.
 */
public final class ProviderFailure extends Exception {
  private static final long serialVersionUID = 1L;
  private final transient Outcome outcome;

  private ProviderFailure(Outcome outcome, String message) {
    super(message, null, false, false);
    this.outcome = outcome;
  }

  public static ProviderFailure of(Outcome.Failed failed) {
    return new ProviderFailure(failed, failed.message());
  }

  public static ProviderFailure of(Outcome.InDoubt doubt) {
    return new ProviderFailure(doubt, doubt.message());
  }

  public static ProviderFailure of(ErrorClass errorClass, String code, String message) {
    return of(new Outcome.Failed(errorClass, code, message));
  }

  public static ProviderFailure user(String code, String message) {
    return of(Outcome.user(code, message));
  }

  public static ProviderFailure permanent(String code, String message) {
    return of(Outcome.permanent(code, message));
  }

  public static ProviderFailure notDone(String code, String message) {
    return of(Outcome.transientFailure(code, message));
  }

  public static ProviderFailure inDoubt(String code, String message) {
    return of(new Outcome.InDoubt(code, message));
  }

  public Outcome outcome() {
    return outcome;
  }
}
