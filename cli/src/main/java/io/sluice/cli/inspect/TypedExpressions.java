package io.sluice.cli.inspect;

import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.lex.Lexer;
import io.sluice.language.syntax.lex.TokenType;
import io.sluice.language.syntax.lex.Tokens;
import java.util.Optional;

/**
 * Cuts lines into expressions: one goes on over the end of its line while a bracket or a heredoc is
 * open.
 */
public final class TypedExpressions {
  private final StringBuilder open = new StringBuilder();

  /** An expression, when the line ends one. */
  public Optional<String> line(String line) {
    open.append(open.isEmpty() ? "" : "\n").append(line);
    return goesOn(open + "\n") ? Optional.empty() : rest();
  }

  /** What is open when the input ends, so that its fault is reported. */
  public Optional<String> rest() {
    String text = open.toString();
    open.setLength(0);
    return text.isBlank() ? Optional.empty() : Optional.of(text);
  }

  public boolean isOpen() {
    return !open.isEmpty();
  }

  /**
   * A quoted text ends with its line, so a quote that is open is a fault and keeps nothing open.
   */
  private static boolean goesOn(String text) {
    Tokens tokens = Lexer.config(SourceFile.of("console", text));
    int depth = 0;
    for (int i = 0; i < tokens.count(); i++) {
      TokenType type = tokens.type(i);
      if (type == TokenType.OPEN_QUOTE || type == TokenType.CLOSE_QUOTE) {
        continue;
      }
      depth += type.closer() != null ? 1 : type.closes() ? -1 : 0;
    }
    return depth > 0;
  }
}
