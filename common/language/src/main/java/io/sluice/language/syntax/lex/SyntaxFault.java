package io.sluice.language.syntax.lex;

/**
 * Leaves the parsing of one body item once its fault is reported. It has no stack trace: after a
 * fault the rest of the item says nothing reliable, so the place where it was thrown is of no use.
 */
public final class SyntaxFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SyntaxFault() {
    super("syntax fault", null, false, false);
  }
}
