package io.sluice.language.syntax.hcl;

import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.BoolLiteral;
import io.sluice.language.syntax.Expression.FunctionCall;
import io.sluice.language.syntax.Expression.NullLiteral;
import io.sluice.language.syntax.Expression.NumberLiteral;
import io.sluice.language.syntax.Expression.Parenthesised;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.TokenType;
import io.sluice.language.value.number.NumberReader;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What an expression begins with: literals, names, calls, parentheses; brackets go further. */
public final class TermParser {
  public static final String OUT_OF_RANGE = "Number out of range";
  private static final Pattern A_NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

  private final Cursor cursor;
  private final ExpressionParser expressions;
  private final CollectionParser collections;
  private final TemplateParser templates;

  TermParser(Cursor cursor, ExpressionParser expressions) {
    this.cursor = cursor;
    this.expressions = expressions;
    this.collections = new CollectionParser(cursor, expressions);
    this.templates = new TemplateParser(cursor, expressions);
  }

  Expression parse() {
    int start = cursor.peek();
    return switch (cursor.peekType()) {
      case OPEN_PARENTHESIS -> parenthesised();
      case NUMBER -> number(cursor.take());
      case IDENTIFIER -> name(cursor.take());
      case OPEN_QUOTE, OPEN_HEREDOC -> templates.delimited();
      case OPEN_BRACKET -> collections.tuple();
      case OPEN_BRACE -> collections.object();
      case END ->
          throw cursor.faultAt(
              start,
              "Missing expression",
              "Expected the start of an expression, but found the end of the file.",
              null);
      default ->
          throw cursor.faultAt(
              start,
              "Invalid expression",
              "Expected the start of an expression, but found an invalid expression token.",
              null);
    };
  }

  private Expression parenthesised() {
    int open = cursor.take();
    boolean before = cursor.newlines(false);
    Expression inner = expressions.expression();
    int close = cursor.take();
    cursor.newlines(before);
    if (cursor.tokens().type(close) != TokenType.CLOSE_PARENTHESIS) {
      throw cursor.faultAt(
          close,
          "Unbalanced parentheses",
          "Expected a closing parenthesis to terminate the expression.",
          cursor.range(open, close));
    }
    return new Parenthesised(inner, cursor.range(open, close));
  }

  /** The lexer lets dots pass that no number has ({@code 1.2.3}). */
  Expression number(int token) {
    String text = cursor.tokens().string(token);
    Optional<BigDecimal> number = NumberReader.decimal(text);
    if (number.isPresent()) {
      return new NumberLiteral(number.get(), cursor.range(token));
    }
    boolean tooLarge = A_NUMBER.matcher(text).matches();
    cursor
        .diagnostics()
        .error(
            tooLarge ? OUT_OF_RANGE : "Invalid number literal",
            tooLarge ? outOfRange(text) : "Failed to recognize the value of this number literal.",
            cursor.range(token));
    return new Expression.Missing(cursor.range(token));
  }

  /** The message about a number that can't be held. */
  public static String outOfRange(String written) {
    return "A number has at most "
        + NumberReader.MOST_DIGITS
        + " digits before the point, and twice as many after it: "
        + Clipped.of(written, Limits.STANDARD.texts().name())
        + " has more.";
  }

  private Expression name(int token) {
    TokenType after = cursor.peekType();
    if (after == TokenType.OPEN_PARENTHESIS || after == TokenType.DOUBLE_COLON) {
      return call(token);
    }
    String name = cursor.name(token);
    return switch (name) {
      case "true" -> new BoolLiteral(true, cursor.range(token));
      case "false" -> new BoolLiteral(false, cursor.range(token));
      case "null" -> new NullLiteral(cursor.range(token));
      default ->
          new ScopeTraversal(
              new Traversal(name, cursor.range(token), List.of(), cursor.range(token)));
    };
  }

  private Expression call(int first) {
    StringBuilder name = new StringBuilder(cursor.name(first));
    int last = first;
    while (cursor.takeIf(TokenType.DOUBLE_COLON)) {
      int part = cursor.take();
      if (cursor.tokens().type(part) != TokenType.IDENTIFIER) {
        throw cursor.faultAt(
            part,
            "Missing function name",
            "Function scope resolution symbol :: must be followed by a function name in this"
                + " scope.",
            cursor.range(first, part));
      }
      name.append("::").append(cursor.name(part));
      last = part;
    }
    int open = cursor.take();
    if (cursor.tokens().type(open) != TokenType.OPEN_PARENTHESIS) {
      throw cursor.faultAt(
          open,
          "Missing open parenthesis",
          "Function selector must be followed by an open parenthesis to begin the function call.",
          cursor.range(first, open));
    }
    boolean before = cursor.newlines(false);
    List<Expression> arguments = new ArrayList<>(4);
    boolean expand = arguments(arguments, first, open);
    int close = cursor.last();
    cursor.newlines(before);
    return new FunctionCall(
        name.toString(),
        arguments,
        expand,
        cursor.range(first, last),
        cursor.range(close),
        cursor.range(first, close));
  }

  /** Reads up to the closing parenthesis; true if the last argument is to be expanded. */
  private boolean arguments(List<Expression> into, int name, int open) {
    while (!cursor.takeIf(TokenType.CLOSE_PARENTHESIS)) {
      into.add(expressions.expression());
      int separator = cursor.take();
      switch (cursor.tokens().type(separator)) {
        case COMMA -> {}
        case CLOSE_PARENTHESIS -> {
          return false;
        }
        case ELLIPSIS -> {
          if (!cursor.takeIf(TokenType.CLOSE_PARENTHESIS)) {
            throw cursor.faultAt(
                separator,
                "Missing closing parenthesis",
                "An expanded function argument (with ...) must be immediately followed by closing"
                    + " parentheses.",
                cursor.range(name, separator));
          }
          return true;
        }
        case END ->
            throw cursor.fault(
                "Unterminated function call",
                "There is no closing parenthesis for this function call before the end of the"
                    + " file. This may be caused by incorrect parenthesis nesting elsewhere in"
                    + " this file.",
                cursor.range(name, open),
                null);
        default ->
            throw cursor.faultAt(
                separator,
                "Missing argument separator",
                "A comma is required to separate each function argument from the next.",
                cursor.range(name, separator));
      }
    }
    return false;
  }
}
