package io.sluice.language.syntax.hcl;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.BinaryOperator;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.Binary;
import io.sluice.language.syntax.Expression.Conditional;
import io.sluice.language.syntax.Expression.Unary;
import io.sluice.language.syntax.UnaryOperator;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.TokenType;
import org.jspecify.annotations.Nullable;

/** Operators, by precedence; what they join comes from {@link TermParser}. */
final class ExpressionParser {
  /**
   * How deep a tree may be: walking it takes a stack frame or two for each step. A chain of
   * operators nests as deep as it is long.
   */
  private static final int MAX_HEIGHT = 500;

  private final Cursor cursor;
  private final TraversalParser traversals;
  private int links;
  private int childHeight;

  ExpressionParser(Cursor cursor) {
    this.cursor = cursor;
    this.traversals = new TraversalParser(cursor, this);
  }

  Expression expression() {
    cursor.enter();
    int outerLinks = links;
    int outerHeight = childHeight;
    links = 0;
    childHeight = 0;
    int start = cursor.peek();
    Expression condition = binary(1);
    Expression result =
        cursor.peekType() == TokenType.QUESTION ? conditional(start, condition) : condition;
    link();
    childHeight = Math.max(outerHeight, childHeight + links);
    links = outerLinks;
    cursor.leave();
    return result;
  }

  /** Counts one more step of height on this level; every operator and every index is one. */
  void link() {
    if (++links + childHeight > MAX_HEIGHT) {
      throw cursor.faultAt(
          cursor.peek(),
          "Expression too long",
          "An expression may combine at most %d operators and levels of nesting."
              .formatted(MAX_HEIGHT),
          null);
    }
  }

  private Expression conditional(int start, Expression condition) {
    cursor.take();
    Expression whenTrue = expression();
    int colon = cursor.peek();
    if (cursor.peekType() != TokenType.COLON) {
      throw cursor.faultAt(
          colon,
          "Missing false expression in conditional",
          "The conditional operator (...?...:...) requires a false expression, delimited by a"
              + " colon.",
          cursor.range(start, colon));
    }
    cursor.take();
    Expression whenFalse = expression();
    SourceRange range = cursor.range(start).to(whenFalse.range());
    return new Conditional(condition, whenTrue, whenFalse, range);
  }

  private Expression binary(int precedence) {
    Expression left = term();
    BinaryOperator operator = operator(cursor.peekType());
    while (operator != null && operator.precedence() >= precedence) {
      link();
      cursor.take();
      Expression right = binary(operator.precedence() + 1);
      left = new Binary(operator, left, right, left.range().to(right.range()));
      operator = operator(cursor.peekType());
    }
    return left;
  }

  /** An operand: a term with the accesses that follow it, perhaps behind a unary operator. */
  private Expression term() {
    TokenType type = cursor.peekType();
    if (type != TokenType.MINUS && type != TokenType.BANG) {
      return traversals.parse();
    }
    cursor.enter();
    link();
    int symbol = cursor.take();
    Expression operand = term();
    cursor.leave();
    UnaryOperator operator = type == TokenType.MINUS ? UnaryOperator.NEGATE : UnaryOperator.NOT;
    return new Unary(operator, operand, cursor.range(symbol).to(operand.range()));
  }

  private static @Nullable BinaryOperator operator(TokenType type) {
    return switch (type) {
      case OR -> BinaryOperator.OR;
      case AND -> BinaryOperator.AND;
      case EQUAL -> BinaryOperator.EQUAL;
      case NOT_EQUAL -> BinaryOperator.NOT_EQUAL;
      case GREATER -> BinaryOperator.GREATER;
      case GREATER_OR_EQUAL -> BinaryOperator.GREATER_OR_EQUAL;
      case LESS -> BinaryOperator.LESS;
      case LESS_OR_EQUAL -> BinaryOperator.LESS_OR_EQUAL;
      case PLUS -> BinaryOperator.ADD;
      case MINUS -> BinaryOperator.SUBTRACT;
      case STAR -> BinaryOperator.MULTIPLY;
      case SLASH -> BinaryOperator.DIVIDE;
      case PERCENT -> BinaryOperator.MODULO;
      default -> null;
    };
  }
}
