package io.sluice.language.syntax;

/**
 * Leaves the parsing of one body item once its fault is reported. It has no stack trace: after a
 * fault the rest of the item says nothing reliable, so nobody needs more of it than that it
 * happened.
 */
final class SyntaxFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SyntaxFault() {
    super("syntax fault", null, false, false);
  }
}
