package io.sluice.language.format;

import io.sluice.language.syntax.lex.SourceTokens.Kind;
import java.util.ArrayList;
import java.util.List;

/** What {@code fmt} does beyond white space: old ways to write an expression become today's. */
final class Rewriting {
  private Rewriting() {}

  /** {@code "${x}"} is {@code x}. */
  static List<FormatToken> value(List<FormatToken> tokens) {
    if (!isQuotedSequence(tokens)) {
      return tokens;
    }
    List<FormatToken> inside = tokens.subList(2, tokens.size() - 2);
    if (!isOneExpression(inside)) {
      return tokens;
    }
    List<FormatToken> trimmed = trimNewlines(inside);
    boolean severalLines = trimmed.stream().anyMatch(token -> token.kind() == Kind.NEWLINE);
    if (!severalLines || isInParentheses(trimmed)) {
      return trimmed;
    }
    List<FormatToken> wrapped = new ArrayList<>(trimmed.size() + 2);
    wrapped.add(new FormatToken(Kind.OPEN_PARENTHESIS, "(", 0));
    wrapped.addAll(trimmed);
    wrapped.add(new FormatToken(Kind.OTHER_CLOSE, ")", 0));
    return wrapped;
  }

  private static boolean isQuotedSequence(List<FormatToken> tokens) {
    int size = tokens.size();
    return size >= 5
        && tokens.get(0).kind() == Kind.OPEN_QUOTE
        && tokens.get(1).kind() == Kind.SEQUENCE_START
        && tokens.get(1).text().startsWith("$")
        && tokens.get(size - 2).kind() == Kind.SEQUENCE_END
        && tokens.get(size - 1).kind() == Kind.CLOSE_QUOTE;
  }

  /** Sequences of nested strings belong to the expression, others end it. */
  private static boolean isOneExpression(List<FormatToken> inside) {
    int quotes = 0;
    for (FormatToken token : inside) {
      switch (token.kind()) {
        case OPEN_QUOTE -> quotes++;
        case CLOSE_QUOTE -> quotes--;
        case SEQUENCE_START -> {
          if (quotes <= 0 && token.text().startsWith("$")) {
            return false;
          }
        }
        case SEQUENCE_END, TEXT -> {
          if (quotes <= 0) {
            return false;
          }
        }
        default -> {}
      }
    }
    return true;
  }

  private static List<FormatToken> trimNewlines(List<FormatToken> tokens) {
    int start = 0;
    while (start < tokens.size() && tokens.get(start).kind() == Kind.NEWLINE) {
      start++;
    }
    int end = tokens.size();
    while (end > start && tokens.get(end - 1).kind() == Kind.NEWLINE) {
      end--;
    }
    return tokens.subList(start, end);
  }

  private static boolean isInParentheses(List<FormatToken> tokens) {
    return tokens.getFirst().kind() == Kind.OPEN_PARENTHESIS && tokens.getLast().text().equals(")");
  }

  /** {@code list} is {@code list(any)}; a type in quotes is the one that it once meant. */
  static List<FormatToken> type(List<FormatToken> tokens) {
    if (tokens.size() == 1 && tokens.getFirst().kind() == Kind.IDENTIFIER) {
      return switch (tokens.getFirst().text()) {
        case "list", "map", "set" -> collection(tokens.getFirst().text(), "any");
        default -> tokens;
      };
    }
    boolean quoted =
        tokens.size() == 3
            && tokens.get(0).kind() == Kind.OPEN_QUOTE
            && tokens.get(1).kind() == Kind.TEXT;
    if (!quoted) {
      return tokens;
    }
    return switch (tokens.get(1).text()) {
      case "string" -> List.of(new FormatToken(Kind.IDENTIFIER, "string", 0));
      case "list", "map" -> collection(tokens.get(1).text(), "string");
      default -> tokens;
    };
  }

  private static List<FormatToken> collection(String kind, String element) {
    return List.of(
        new FormatToken(Kind.IDENTIFIER, kind, 0),
        new FormatToken(Kind.OPEN_PARENTHESIS, "(", 0),
        new FormatToken(Kind.IDENTIFIER, element, 0),
        new FormatToken(Kind.OTHER_CLOSE, ")", 0));
  }
}
