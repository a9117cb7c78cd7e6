package io.sluice.language.syntax;

/** The operators of one operand. */
public enum UnaryOperator {
  NEGATE("-"),
  NOT("!");

  private final String symbol;

  UnaryOperator(String symbol) {
    this.symbol = symbol;
  }

  public String symbol() {
    return symbol;
  }
}
