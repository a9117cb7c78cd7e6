package io.sluice.language.syntax.hcl;

import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ObjectConstructor;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Expression.StringLiteral;
import io.sluice.language.syntax.Expression.TupleConstructor;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.SyntaxFault;
import io.sluice.language.syntax.lex.TokenType;
import java.util.ArrayList;
import java.util.List;

/** Brackets and braces: constructors here, {@code for} in {@link ForParser}. */
final class CollectionParser {
  private final Cursor cursor;
  private final ExpressionParser expressions;
  private final ForParser loops;

  CollectionParser(Cursor cursor, ExpressionParser expressions) {
    this.cursor = cursor;
    this.expressions = expressions;
    this.loops = new ForParser(cursor, expressions);
  }

  Expression tuple() {
    int open = cursor.take();
    boolean before = cursor.newlines(false);
    if (cursor.peekKeyword("for")) {
      Expression loop = loops.parse(open, TokenType.CLOSE_BRACKET);
      cursor.newlines(before);
      return loop;
    }
    List<Expression> elements = new ArrayList<>();
    while (!cursor.takeIf(TokenType.CLOSE_BRACKET)) {
      elements.add(expressions.expression());
      if (!cursor.takeIf(TokenType.COMMA) && cursor.peekType() != TokenType.CLOSE_BRACKET) {
        throw missingItemSeparator(open);
      }
    }
    cursor.newlines(before);
    return new TupleConstructor(elements, cursor.range(open, cursor.last()));
  }

  private SyntaxFault missingItemSeparator(int open) {
    int next = cursor.peek();
    if (cursor.peekType() == TokenType.END) {
      return cursor.fault(
          "Unterminated tuple constructor expression",
          "There is no corresponding closing bracket before the end of the file. This may be"
              + " caused by incorrect bracket nesting elsewhere in this file.",
          cursor.range(open),
          null);
    }
    return cursor.faultAt(
        next,
        "Missing item separator",
        "Expected a comma to mark the beginning of the next item.",
        cursor.range(open, next));
  }

  Expression object() {
    int open = cursor.take();
    boolean before = cursor.newlines(false);
    if (cursor.peekKeyword("for")) {
      Expression loop = loops.parse(open, TokenType.CLOSE_BRACE);
      cursor.newlines(before);
      return loop;
    }
    cursor.newlines(true);
    List<ObjectConstructor.Item> items = new ArrayList<>();
    while (!cursor.takeIf(TokenType.CLOSE_BRACE)) {
      if (cursor.takeIf(TokenType.NEWLINE)) {
        continue;
      }
      items.add(item(open));
      TokenType next = cursor.peekType();
      if (next == TokenType.COMMA || next == TokenType.NEWLINE) {
        cursor.take();
      } else if (next != TokenType.CLOSE_BRACE) {
        throw missingAttributeSeparator(open);
      }
    }
    cursor.newlines(before);
    return new ObjectConstructor(items, cursor.range(open), cursor.range(open, cursor.last()));
  }

  private ObjectConstructor.Item item(int open) {
    Expression key = expressions.expression();
    TokenType next = cursor.peekType();
    if (next != TokenType.ASSIGN && next != TokenType.COLON) {
      throw missingValue(open, next);
    }
    cursor.take();
    return new ObjectConstructor.Item(asKey(key), expressions.expression());
  }

  /** A bare identifier is a literal key; parentheses around it make it a reference. */
  private static Expression asKey(Expression key) {
    return key instanceof ScopeTraversal scope && scope.traversal().steps().isEmpty()
        ? new StringLiteral(scope.traversal().root(), scope.range())
        : switch (key) {
          case Expression.BoolLiteral bool ->
              new StringLiteral(Boolean.toString(bool.value()), bool.range());
          case Expression.NullLiteral nothing -> new StringLiteral("null", nothing.range());
          default -> key;
        };
  }

  private SyntaxFault missingValue(int open, TokenType next) {
    int at = cursor.peek();
    return switch (next) {
      case NEWLINE, COMMA ->
          cursor.faultAt(
              at,
              "Missing attribute value",
              "Expected an attribute value, introduced by an equals sign (\"=\").",
              cursor.range(open, at));
      case IDENTIFIER ->
          cursor.faultAt(
              at,
              "Missing key/value separator",
              "Expected an equals sign (\"=\") to mark the beginning of the attribute value. If"
                  + " you intended to given an attribute name containing periods or spaces, write"
                  + " the name in quotes to create a string literal.",
              cursor.range(open, at));
      case END -> unterminated(open);
      default ->
          cursor.faultAt(
              at,
              "Missing key/value separator",
              "Expected an equals sign (\"=\") to mark the beginning of the attribute value.",
              cursor.range(open, at));
    };
  }

  private SyntaxFault missingAttributeSeparator(int open) {
    if (cursor.peekType() == TokenType.END) {
      return unterminated(open);
    }
    int at = cursor.peek();
    return cursor.faultAt(
        at,
        "Missing attribute separator",
        "Expected a newline or comma to mark the beginning of the next attribute.",
        cursor.range(open, at));
  }

  private SyntaxFault unterminated(int open) {
    return cursor.fault(
        "Unterminated object constructor expression",
        "There is no corresponding closing brace before the end of the file. This may be caused"
            + " by incorrect brace nesting elsewhere in this file.",
        cursor.range(open),
        null);
  }
}
