package io.sluice.language.syntax.hcl;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.ForObject;
import io.sluice.language.syntax.Expression.ForTuple;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.SyntaxFault;
import io.sluice.language.syntax.lex.TokenType;
import org.jspecify.annotations.Nullable;

/** {@code [for …]} and {@code {for …}}; newlines mean nothing inside. */
final class ForParser {
  private final Cursor cursor;
  private final ExpressionParser expressions;

  ForParser(Cursor cursor, ExpressionParser expressions) {
    this.cursor = cursor;
    this.expressions = expressions;
  }

  Expression parse(int open, TokenType closer) {
    cursor.take(); // the keyword
    String valueName = variable(open, "For expression requires variable name after 'for'.");
    String keyName = null;
    if (cursor.takeIf(TokenType.COMMA)) {
      keyName = valueName;
      valueName = variable(open, "For expression requires value variable name after comma.");
    }
    if (!cursor.peekKeyword("in")) {
      throw fault(open, "For expression requires the 'in' keyword after its name declarations.");
    }
    cursor.take();
    Expression collection = expressions.expression();
    if (!cursor.takeIf(TokenType.COLON)) {
      throw fault(open, "For expression requires a colon after the collection expression.");
    }
    Expression value = expressions.expression();
    Expression key = null;
    if (cursor.takeIf(TokenType.FAT_ARROW)) {
      key = value;
      value = expressions.expression();
    }
    int ellipsis = cursor.takeIf(TokenType.ELLIPSIS) ? cursor.last() : -1;
    Expression condition = null;
    if (cursor.peekKeyword("if")) {
      cursor.take();
      condition = expressions.expression();
    }
    if (!cursor.takeIf(closer)) {
      throw fault(open, "Extra characters after the end of the 'for' expression.");
    }
    SourceRange range = cursor.range(open, cursor.last());
    if (closer == TokenType.CLOSE_BRACKET) {
      if (key != null || ellipsis >= 0) {
        return notForTuple(key, ellipsis, range);
      }
      return new ForTuple(
          keyName, valueName, collection, value, condition, cursor.range(open), range);
    }
    if (key == null) {
      report("Key expression is required when building an object.", value.range(), range);
      return new Expression.Missing(range);
    }
    return new ForObject(
        keyName,
        valueName,
        collection,
        key,
        value,
        condition,
        ellipsis >= 0,
        cursor.range(open),
        range);
  }

  private String variable(int open, String otherwise) {
    if (cursor.peekType() != TokenType.IDENTIFIER) {
      throw fault(open, otherwise);
    }
    return cursor.name(cursor.take());
  }

  private Expression notForTuple(@Nullable Expression key, int ellipsis, SourceRange range) {
    if (key != null) {
      report("Key expression is not valid when building a tuple.", key.range(), range);
    }
    if (ellipsis >= 0) {
      report(
          "Grouping ellipsis (...) cannot be used when building a tuple.",
          cursor.range(ellipsis),
          range);
    }
    return new Expression.Missing(range);
  }

  private void report(String detail, SourceRange at, SourceRange context) {
    cursor.diagnostics().error("Invalid 'for' expression", detail, at, context);
  }

  private SyntaxFault fault(int open, String detail) {
    int at = cursor.peek();
    return cursor.faultAt(at, "Invalid 'for' expression", detail, cursor.range(open, at));
  }
}
