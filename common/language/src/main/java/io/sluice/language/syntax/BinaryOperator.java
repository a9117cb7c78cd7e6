package io.sluice.language.syntax;

/** The operators of two operands; a higher precedence binds tighter, all associate to the left. */
public enum BinaryOperator {
  OR("||", 1),
  AND("&&", 2),
  EQUAL("==", 3),
  NOT_EQUAL("!=", 3),
  GREATER(">", 4),
  GREATER_OR_EQUAL(">=", 4),
  LESS("<", 4),
  LESS_OR_EQUAL("<=", 4),
  ADD("+", 5),
  SUBTRACT("-", 5),
  MULTIPLY("*", 6),
  DIVIDE("/", 6),
  MODULO("%", 6);

  private final String symbol;
  private final int precedence;

  BinaryOperator(String symbol, int precedence) {
    this.symbol = symbol;
    this.precedence = precedence;
  }

  public String symbol() {
    return symbol;
  }

  public int precedence() {
    return precedence;
  }
}
