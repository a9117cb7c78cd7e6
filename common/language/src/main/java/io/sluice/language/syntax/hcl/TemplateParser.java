package io.sluice.language.syntax.hcl;

import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Expression.Template;
import io.sluice.language.syntax.Suggestions;
import io.sluice.language.syntax.TemplateKind;
import io.sluice.language.syntax.TemplatePart;
import io.sluice.language.syntax.hcl.TemplatePiece.Keyword;
import io.sluice.language.syntax.lex.Cursor;
import io.sluice.language.syntax.lex.StringEscapes;
import io.sluice.language.syntax.lex.SyntaxFault;
import io.sluice.language.syntax.lex.TokenType;
import io.sluice.language.syntax.lex.Tokens;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a template as a flat list of pieces, trims them, and lets {@link TemplateTree} build the
 * tree of its directives.
 */
final class TemplateParser {
  private static final List<String> KEYWORDS = List.of("if", "for", "else", "endif", "endfor");

  private final Cursor cursor;
  private final ExpressionParser expressions;
  private final StringEscapes escapes;

  TemplateParser(Cursor cursor, ExpressionParser expressions) {
    this.cursor = cursor;
    this.expressions = expressions;
    this.escapes = new StringEscapes(cursor);
  }

  /** A quoted template or a heredoc, from its opening token on. */
  Template delimited() {
    int open = cursor.take();
    boolean quoted = cursor.tokens().type(open) == TokenType.OPEN_QUOTE;
    boolean flush = !quoted && cursor.tokens().text()[cursor.tokens().start(open) + 2] == '-';
    List<TemplatePart> parts =
        parts(quoted ? TokenType.CLOSE_QUOTE : TokenType.CLOSE_HEREDOC, flush);
    TemplateKind kind = quoted ? TemplateKind.QUOTED : TemplateKind.HEREDOC;
    return new Template(parts, kind, cursor.range(open, cursor.last()));
  }

  /** All of the text as a template. */
  Template bare() {
    List<TemplatePart> parts = parts(TokenType.END, false);
    int end = cursor.last();
    return new Template(parts, TemplateKind.BARE, cursor.range(0, end));
  }

  private List<TemplatePart> parts(TokenType closer, boolean flush) {
    List<TemplatePiece> pieces = new ArrayList<>(2);
    int first = cursor.peek();
    boolean trimNext = false;
    while (true) {
      int token = cursor.take();
      TokenType type = cursor.tokens().type(token);
      if (type == closer) {
        break;
      }
      switch (type) {
        case QUOTED_TEXT, PLAIN_TEXT -> {
          TemplatePiece.Text text = text(token);
          if (trimNext) {
            text.trimStart();
          }
          trimNext = false;
          pieces.add(text);
        }
        case INTERPOLATION -> {
          trimPrevious(pieces, token);
          Expression value = interpolation(first, closer);
          pieces.add(new TemplatePiece.Interpolation(value, cursor.range(token, cursor.last())));
          trimNext = hasTilde(cursor.last());
        }
        case DIRECTIVE -> {
          trimPrevious(pieces, token);
          pieces.add(directive(token, first));
          trimNext = hasTilde(cursor.last());
        }
        case QUOTED_NEWLINE, BAD_ENCODING, INVALID -> skipFault(token);
        default ->
            throw cursor.faultAt(
                token,
                "Unterminated template string",
                "No closing marker was found for the string.",
                cursor.range(first, token));
      }
    }
    if (flush) {
      Trimming.flush(pieces);
    }
    return new TemplateTree(cursor, Trimming.meld(pieces), cursor.range(cursor.last())).build();
  }

  /** A reported fault inside of a text; a string that ended with its line ends the item. */
  private void skipFault(int token) {
    Tokens tokens = cursor.tokens();
    if (tokens.type(token) == TokenType.QUOTED_NEWLINE
        && tokens.start(token + 1) == tokens.start(token)) {
      throw new SyntaxFault();
    }
  }

  private TemplatePiece.Text text(int token) {
    return new TemplatePiece.Text(escapes.resolve(token), cursor.range(token));
  }

  private void trimPrevious(List<TemplatePiece> pieces, int opener) {
    Tokens tokens = cursor.tokens();
    if (tokens.end(opener) - tokens.start(opener) == 3
        && !pieces.isEmpty()
        && pieces.getLast() instanceof TemplatePiece.Text text) {
      text.trimEnd();
    }
  }

  private boolean hasTilde(int closer) {
    return cursor.tokens().text()[cursor.tokens().start(closer)] == '~';
  }

  private Expression interpolation(int first, TokenType closer) {
    boolean before = cursor.newlines(false);
    Expression value = expressions.expression();
    TokenType next = cursor.peekType();
    if (next != TokenType.SEQUENCE_END) {
      throw unclosed(next, first, closer);
    }
    cursor.take();
    cursor.newlines(before);
    return value;
  }

  private SyntaxFault unclosed(TokenType next, int first, TokenType closer) {
    int at = cursor.peek();
    if (next == TokenType.END) {
      return cursor.fault(
          "Unclosed template interpolation sequence",
          "There is no closing brace for this interpolation sequence before the end of the file."
              + " This might be caused by incorrect nesting inside the given expression.",
          cursor.range(first),
          null);
    }
    if (closer == TokenType.CLOSE_QUOTE
        && (next == TokenType.OPEN_QUOTE || next == TokenType.CLOSE_QUOTE)) {
      return cursor.fault(
          "Unclosed template interpolation sequence",
          "There is no closing brace for this interpolation sequence before the end of the quoted"
              + " template. This might be caused by incorrect nesting inside the given"
              + " expression.",
          cursor.range(first),
          null);
    }
    String detail =
        next == TokenType.COLON
            ? "Template interpolation doesn't expect a colon at this location. Did you intend this"
                + " to be a literal sequence to be processed as part of another language? If so,"
                + " you can escape it by starting with \"$${\" instead of just \"${\"."
            : "Expected a closing brace to end the interpolation expression, but found extra"
                + " characters.\n\nThis can happen when you include interpolation syntax for"
                + " another language, such as shell scripting, but forget to escape the"
                + " interpolation start token. If this is an embedded sequence for another"
                + " language, escape it by starting with \"$${\" instead of just \"${\".";
    return cursor.faultAt(
        at, "Extra characters after interpolation expression", detail, cursor.range(first, at));
  }

  private TemplatePiece directive(int open, int first) {
    boolean before = cursor.newlines(false);
    int keyword = cursor.peek();
    if (cursor.peekType() != TokenType.IDENTIFIER) {
      throw cursor.faultAt(
          keyword,
          "Invalid template directive",
          "A template directive keyword (\"if\", \"for\", etc) is expected at the beginning of a"
              + " %{ sequence.",
          cursor.range(open, keyword));
    }
    cursor.take();
    String name = cursor.name(keyword);
    TemplatePiece piece =
        switch (name) {
          case "if" -> {
            Expression condition = expressions.expression();
            yield new TemplatePiece.If(condition, cursor.range(open, cursor.peek()));
          }
          case "for" -> loop(open);
          case "else" -> marker(Keyword.ELSE, open);
          case "endif" -> marker(Keyword.ENDIF, open);
          case "endfor" -> marker(Keyword.ENDFOR, open);
          default -> throw unknownKeyword(name, open, keyword);
        };
    int close = cursor.peek();
    if (!cursor.takeIf(TokenType.SEQUENCE_END)) {
      throw cursor.faultAt(
          close,
          "Extra characters in %s marker".formatted(name),
          "Expected a closing brace to end the sequence, but found extra characters.",
          cursor.range(first, close));
    }
    cursor.newlines(before);
    return piece;
  }

  private TemplatePiece marker(Keyword keyword, int open) {
    return new TemplatePiece.Marker(keyword, cursor.range(open, cursor.peek()));
  }

  private SyntaxFault unknownKeyword(String name, int open, int keyword) {
    String suggestion = Suggestions.closest(name, KEYWORDS);
    String advice = suggestion == null ? "" : " Did you mean \"%s\"?".formatted(suggestion);
    return cursor.faultAt(
        keyword,
        "Invalid template control keyword",
        "\"%s\" is not a valid template control keyword.%s".formatted(name, advice),
        cursor.range(open, keyword));
  }

  private TemplatePiece loop(int open) {
    String value = variable("For directive requires variable name after 'for'.");
    String key = null;
    if (cursor.takeIf(TokenType.COMMA)) {
      key = value;
      value = variable("For directive requires value variable name after comma.");
    }
    if (!cursor.peekKeyword("in")) {
      throw forFault("For directive requires 'in' keyword after names.");
    }
    cursor.take();
    Expression collection = expressions.expression();
    return new TemplatePiece.For(key, value, collection, cursor.range(open, cursor.peek()));
  }

  private String variable(String otherwise) {
    if (cursor.peekType() != TokenType.IDENTIFIER) {
      throw forFault(otherwise);
    }
    return cursor.name(cursor.take());
  }

  private SyntaxFault forFault(String detail) {
    return cursor.faultAt(cursor.peek(), "Invalid 'for' directive", detail, null);
  }
}
