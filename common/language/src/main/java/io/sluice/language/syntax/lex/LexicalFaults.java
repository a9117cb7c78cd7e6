package io.sluice.language.syntax.lex;

import io.sluice.language.source.Diagnostics;
import java.util.EnumSet;
import java.util.Set;

/**
 * Reports tokens that the language does not have. Each kind is reported once a line: the closing
 * quote of {@code 'a'} is no second fault. A wrong encoding is reported once for the whole file.
 */
public final class LexicalFaults {
  private final Tokens tokens;
  private final Diagnostics diagnostics;
  private final Set<TokenType> toldInLine = EnumSet.noneOf(TokenType.class);
  private boolean toldEncoding;
  private int runEnd = -1;

  private LexicalFaults(Tokens tokens, Diagnostics diagnostics) {
    this.tokens = tokens;
    this.diagnostics = diagnostics;
  }

  public static void report(Tokens tokens, Diagnostics diagnostics) {
    LexicalFaults faults = new LexicalFaults(tokens, diagnostics);
    for (int i = 0; i < tokens.count() && !diagnostics.isFull(); i++) {
      TokenType type = tokens.type(i);
      if (type == TokenType.NEWLINE || type == TokenType.LINE_COMMENT) {
        faults.toldInLine.clear();
      } else if (type.isFault()) {
        faults.visit(i, type);
      }
    }
  }

  private void visit(int index, TokenType type) {
    boolean run = type == TokenType.INVALID && tokens.start(index) == runEnd;
    runEnd = tokens.end(index);
    if (type == TokenType.BAD_ENCODING && !toldEncoding) {
      toldEncoding = true;
      toldInLine.remove(type);
    } else if (type == TokenType.BAD_ENCODING || run) {
      return;
    }
    if (type != TokenType.INVALID && !toldInLine.add(type)) {
      return;
    }
    diagnostics.error(summary(type), detail(type), tokens.range(index));
  }

  private static String summary(TokenType type) {
    return switch (type) {
      case BITWISE_AND, BITWISE_OR, BITWISE_NOT, BITWISE_XOR -> "Unsupported operator";
      case BAD_ENCODING -> "Invalid character encoding";
      case QUOTED_NEWLINE -> "Invalid multi-line string";
      case TOO_MANY -> "Configuration too large";
      default -> "Invalid character";
    };
  }

  private static String detail(TokenType type) {
    return switch (type) {
      case BITWISE_AND -> bitwise(" Did you mean boolean AND (\"&&\")?");
      case BITWISE_OR -> bitwise(" Did you mean boolean OR (\"||\")?");
      case BITWISE_NOT -> bitwise(" Did you mean boolean NOT (\"!\")?");
      case BITWISE_XOR -> bitwise("");
      case BACKTICK ->
          "The \"`\" character is not valid. To create a multi-line string, use the \"heredoc\""
              + " syntax, like \"<<EOT\".";
      case APOSTROPHE -> "Single quotes are not valid. Use double quotes (\") to enclose strings.";
      case SEMICOLON ->
          "The \";\" character is not valid. Use newlines to separate arguments and blocks, and"
              + " commas to separate items in collection values.";
      case BAD_ENCODING ->
          "All input files must be UTF-8 encoded. Ensure that UTF-8 encoding is selected in your"
              + " editor.";
      case QUOTED_NEWLINE ->
          "Quoted strings may not be split over multiple lines. To produce a multi-line string,"
              + " either use the \\n escape to represent a newline character or use the"
              + " \"heredoc\" multi-line template syntax.";
      case TOO_MANY ->
          "A file may hold at most %,d tokens. Split it into several files or modules."
              .formatted(Lexer.LIMIT);
      default -> "This character is not used within the language.";
    };
  }

  private static String bitwise(String suggestion) {
    return "Bitwise operators are not supported." + suggestion;
  }
}
