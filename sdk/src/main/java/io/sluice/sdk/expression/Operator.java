package io.sluice.sdk.expression;

/** What stands between two values; a higher rank binds more tightly. */
public enum Operator {
  OR("||", 1),
  AND("&&", 2),
  EQUAL("==", 3),
  NOT_EQUAL("!=", 3),
  GREATER(">", 4),
  GREATER_OR_EQUAL(">=", 4),
  LESS("<", 4),
  LESS_OR_EQUAL("<=", 4),
  PLUS("+", 5),
  MINUS("-", 5),
  TIMES("*", 6),
  DIVIDED_BY("/", 6),
  MODULO("%", 6);

  private final String symbol;
  private final int rank;

  Operator(String symbol, int rank) {
    this.symbol = symbol;
    this.rank = rank;
  }

  String symbol() {
    return symbol;
  }

  int rank() {
    return rank;
  }
}
