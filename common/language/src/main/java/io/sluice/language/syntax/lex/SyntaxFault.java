package io.sluice.language.syntax.lex;

/**
 * Leaves the parsing of one body item once its fault is reported. It has no stack trace: after a
 * fault the rest of the item says nothing reliable, so nobody needs more of it than that it
 * happened.
 */
public final class SyntaxFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SyntaxFault() {
    super("syntax fault", null, false, false);
  }
}
