package io.sluice.language.syntax.hcl;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.Template;
import io.sluice.language.syntax.TemplateKind;
import io.sluice.language.syntax.TemplatePart;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.Lexer;
import io.sluice.language.syntax.lex.LexicalFaults;
import io.sluice.language.syntax.lex.SyntaxFault;
import io.sluice.language.syntax.lex.TokenType;
import io.sluice.language.syntax.lex.Tokens;
import org.jspecify.annotations.Nullable;

/**
 * The native syntax of HCL 2, from text to tree. Never fails: faults are diagnostics, and what
 * could be read around them is in the tree.
 */
public final class NativeParser {
  private NativeParser() {}

  /** A whole file. */
  public static NativeBody file(SourceFile source, Diagnostics diagnostics) {
    Tokens tokens = Lexer.config(source);
    LexicalFaults.report(tokens, diagnostics);
    return new BodyParser(new Cursor(tokens, diagnostics)).file();
  }

  /** A text that is one expression; newlines mean nothing in it. */
  public static Expression expression(SourceFile source, Diagnostics diagnostics) {
    byte[] text = source.bytes();
    return expression(source, text, null, source.byteOrderMark(), text.length, diagnostics);
  }

  /** A text that is a template, without quotes around it: a file for {@code templatefile}. */
  public static Template template(SourceFile source, Diagnostics diagnostics) {
    byte[] text = source.bytes();
    return template(source, text, null, source.byteOrderMark(), text.length, diagnostics);
  }

  public static Expression expression(
      SourceFile source,
      byte[] text,
      int @Nullable [] offsets,
      int start,
      int end,
      Diagnostics diagnostics) {
    Tokens tokens = Lexer.expression(source, text, offsets, start, end);
    LexicalFaults.report(tokens, diagnostics);
    Cursor cursor = new Cursor(tokens, diagnostics);
    cursor.newlines(false);
    try {
      Expression expression = new ExpressionParser(cursor).expression();
      if (cursor.peekType() != TokenType.END) {
        throw cursor.faultAt(
            cursor.peek(),
            "Extra characters after expression",
            "An expression was successfully parsed, but extra characters were found after it.",
            null);
      }
      return expression;
    } catch (SyntaxFault fault) {
      return new Expression.Missing(tokens.between(start, end));
    }
  }

  public static Template template(
      SourceFile source,
      byte[] text,
      int @Nullable [] offsets,
      int start,
      int end,
      Diagnostics diagnostics) {
    Tokens tokens = Lexer.template(source, text, offsets, start, end);
    LexicalFaults.report(tokens, diagnostics);
    Cursor cursor = new Cursor(tokens, diagnostics);
    try {
      return new TemplateParser(cursor, new ExpressionParser(cursor)).bare();
    } catch (SyntaxFault fault) {
      TemplatePart missing =
          new TemplatePart.Interpolation(
              new Expression.Missing(tokens.between(start, end)), tokens.between(start, end));
      return new Template(java.util.List.of(missing), TemplateKind.BARE, missing.range());
    }
  }
}
