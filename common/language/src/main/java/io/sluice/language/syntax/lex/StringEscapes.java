package io.sluice.language.syntax.lex;

import io.sluice.language.syntax.Quoting;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Resolves backslash escapes (in quotes only) and doubled openers of template sequences. */
public final class StringEscapes {
  private final Cursor cursor;
  private final Tokens tokens;

  public StringEscapes(Cursor cursor) {
    this.cursor = cursor;
    this.tokens = cursor.tokens();
  }

  /** The text of a token of text; what is wrong in it is reported and left out. */
  public String resolve(int token) {
    byte[] text = tokens.text();
    int start = tokens.start(token);
    int end = tokens.end(token);
    boolean quoted = tokens.type(token) == TokenType.QUOTED_TEXT;
    int at = start;
    while (at < end && !isSpecial(text[at], quoted)) {
      at++;
    }
    if (at == end) {
      return tokens.string(start, end);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(end - start);
    out.write(text, start, at - start);
    while (at < end) {
      byte c = text[at];
      if (c == '\\' && quoted) {
        at = escape(at, end, out);
      } else if (isSequenceEscape(text, at, end)) {
        out.write(c);
        out.write('{');
        at += 3;
      } else {
        out.write(c);
        at++;
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static boolean isSpecial(byte c, boolean quoted) {
    return c == '$' || c == '%' || (quoted && c == '\\');
  }

  private static boolean isSequenceEscape(byte[] text, int at, int end) {
    byte c = text[at];
    return (c == '$' || c == '%') && at + 2 < end && text[at + 1] == c && text[at + 2] == '{';
  }

  private int escape(int at, int end, ByteArrayOutputStream out) {
    if (at + 1 >= end) {
      report("Backslash must be followed by an escape sequence selector character.", at, end);
      return end;
    }
    byte selector = tokens.text()[at + 1];
    switch (selector) {
      case 'n' -> out.write('\n');
      case 'r' -> out.write('\r');
      case 't' -> out.write('\t');
      case '"', '\\' -> out.write(selector);
      case 'u' -> {
        return unicode(at, end, 4, "\\u escape sequence must be followed by four", out);
      }
      case 'U' -> {
        return unicode(at, end, 8, "\\U escape sequence must be followed by eight", out);
      }
      default -> {
        int stop = at + 1 + Math.max(1, Utf8.length(tokens.text(), at + 1, end));
        String symbol = Quoting.quote(tokens.string(at + 1, stop));
        report(
            "The symbol %s is not a valid escape sequence selector.".formatted(symbol), at, stop);
        return stop;
      }
    }
    return at + 2;
  }

  private int unicode(int at, int end, int digits, String rule, ByteArrayOutputStream out) {
    int stop = at + 2;
    while (stop < end && stop < at + 2 + digits && isHex(tokens.text()[stop])) {
      stop++;
    }
    if (stop - at - 2 < digits) {
      report("The " + rule + " hexadecimal digits.", at, stop);
      return stop;
    }
    long codePoint = Long.parseLong(tokens.string(at + 2, stop), 16);
    if (codePoint > Character.MAX_CODE_POINT || (codePoint >= 0xd800 && codePoint <= 0xdfff)) {
      report("Cannot encode character U+%04x in UTF-8.".formatted(codePoint), at, stop);
      return stop;
    }
    out.writeBytes(Character.toString((int) codePoint).getBytes(StandardCharsets.UTF_8));
    return stop;
  }

  private static boolean isHex(byte c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  private void report(String detail, int start, int end) {
    cursor.diagnostics().error("Invalid escape sequence", detail, tokens.between(start, end));
  }
}
