package io.sluice.language.syntax.lex;

/** Where words, numbers, comments and quotes end: reads on from a place and moves nothing. */
final class Lookahead {
  private static final int MOST_QUOTED = 20_000;

  private Lookahead() {}

  static boolean isAsciiLetter(byte c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  /** At the line's end, or at that of the text. */
  static int lineEnd(byte[] text, int from, int end) {
    int stop = from;
    while (stop < end && text[stop] != '\n') {
      stop++;
    }
    return stop;
  }

  /** Behind the end of the comment that is opened at {@code from}; 0 if it has none. */
  static int commentEnd(byte[] text, int from, int end) {
    for (int i = from + 2; i + 1 < end; i++) {
      if (text[i] == '*' && text[i + 1] == '/') {
        return i + 2;
      }
    }
    return 0;
  }

  /** Behind the number whose first digit stands at {@code from}. */
  static int numberEnd(byte[] text, int from, int end) {
    int good = from + 1;
    int i = good;
    while (i < end) {
      byte c = text[i];
      if (isDigit(c)) {
        good = ++i;
      } else if (c == '.') {
        i++;
      } else if ((c == 'e' || c == 'E') && exponent(text, i + 1, end) > 0) {
        i += 1 + exponent(text, i + 1, end);
        good = i;
      } else {
        break;
      }
    }
    return good;
  }

  private static int exponent(byte[] text, int i, int end) {
    int sign = i < end && (text[i] == '+' || text[i] == '-') ? 1 : 0;
    boolean digit = i + sign < end && isDigit(text[i + sign]);
    return digit ? sign + 1 : 0;
  }

  /** Behind the last character that goes on with an identifier. */
  static int identifierEnd(byte[] text, int from, int end) {
    int i = from;
    while (i < end) {
      byte c = text[i];
      if (isAsciiLetter(c) || isDigit(c) || c == '_' || c == '-') {
        i++;
      } else if (c < 0) {
        int length = Utf8.length(text, i, end);
        if (length == 0 || !Utf8.continuesIdentifier(Utf8.codePoint(text, i, length))) {
          return i;
        }
        i += length;
      } else {
        return i;
      }
    }
    return i;
  }

  /** Whether the next line that has quotes has an odd number of them. */
  static boolean closesQuotes(byte[] text, int from, int end) {
    int quotes = 0;
    int stop = Math.min(end, from + MOST_QUOTED);
    for (int i = from; i < stop; i++) {
      if (text[i] == '\\') {
        i++;
      } else if (text[i] == '"') {
        quotes++;
      } else if (text[i] == '\n' && quotes > 0) {
        break;
      }
    }
    return quotes % 2 == 1;
  }
}
