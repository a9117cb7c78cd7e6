package io.sluice.language.syntax.hcl;

import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.lex.Utf8;
import org.jspecify.annotations.Nullable;

/** An element of a template as it is in the text, before directives become a tree. */
sealed interface TemplatePiece {
  SourceRange range();

  /** Text that can still be trimmed. */
  final class Text implements TemplatePiece {
    private String value;
    private SourceRange range;

    Text(String value, SourceRange range) {
      this.value = value;
      this.range = range;
    }

    String value() {
      return value;
    }

    @Override
    public SourceRange range() {
      return range;
    }

    void trimStart() {
      int at = 0;
      while (at < value.length() && Utf8.isSpace(value.charAt(at))) {
        at++;
      }
      value = value.substring(at);
    }

    void trimEnd() {
      int at = value.length();
      while (at > 0 && Utf8.isSpace(value.charAt(at - 1))) {
        at--;
      }
      value = value.substring(0, at);
    }

    void dropFirst(int characters) {
      value = value.substring(characters);
    }

    /** Takes a following text in. */
    void append(String more, SourceRange moreRange) {
      value = value + more;
      range = range.to(moreRange);
    }
  }

  record Interpolation(Expression expression, SourceRange range) implements TemplatePiece {}

  record If(Expression condition, SourceRange range) implements TemplatePiece {}

  record For(@Nullable String keyName, String valueName, Expression collection, SourceRange range)
      implements TemplatePiece {}

  record Marker(Keyword keyword, SourceRange range) implements TemplatePiece {}

  /** The directives that have no expression. */
  enum Keyword {
    ELSE("else"),
    ENDIF("endif"),
    ENDFOR("endfor");

    private final String word;

    Keyword(String word) {
      this.word = word;
    }

    String word() {
      return word;
    }
  }
}
