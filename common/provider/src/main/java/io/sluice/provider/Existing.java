package io.sluice.provider;

import java.util.Optional;

/**
 * A create has found something of the wanted name. It is ours if it carries our mark, which the
 * caller has looked at; or if an earlier attempt of the same operation found nothing of that name
 * and what is there now is just what was asked. Otherwise it belongs to someone else: that an
 * earlier attempt may have happened ({@code recovering}) proves nothing, since a restart of a
 * broker is enough for that.
 *
 * @param what the object in words
 * @param importId what {@code sluice import} takes it over by
 */
public record Existing(OperationContext context, String code, String what, String importId) {

  /** Empty when it may be adopted. */
  public Optional<Outcome> unlessMadeByThis(boolean asDesired) {
    if (!context.absent()) {
      return Optional.of(isNotOurs());
    }
    return asDesired
        ? Optional.empty()
        : Optional.of(
            new Outcome.InDoubt(
                code,
                what
                    + " did not exist when this operation began, and exists now with other content:"
                    + " it is not known whether this operation made it"));
  }

  public Outcome.Failed isNotOurs() {
    return Outcome.user(
        code,
        what
            + " already exists, and this resource did not create it; it was not changed. "
            + takeOver());
  }

  /** What to do about it. */
  public String takeOver() {
    return "To take it over: sluice import "
        + quoted(context.address().text())
        + " "
        + quoted(importId);
  }

  /** For a shell: what is between single quotes stays what it is. */
  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
