package io.sluice.language.address;

/**
 * A text that breaks a grammar: a version, a constraint, a source address. The message is the end
 * of a sentence, so that each caller can say where the text stands.
 */
public final class BadText extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadText(String reason) {
    super(reason);
  }

  public String reason() {
    return String.valueOf(getMessage());
  }
}
