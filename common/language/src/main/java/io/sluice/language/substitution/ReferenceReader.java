package io.sluice.language.substitution;

import io.sluice.language.substitution.ReferencePath.Field;
import io.sluice.language.substitution.ReferencePath.Index;
import io.sluice.language.substitution.ReferencePath.Segment;
import java.util.ArrayList;
import java.util.List;

/** Reads one reference at a position of a text; knows nothing of what surrounds it. */
final class ReferenceReader {
  /** What was read, as a value: a malformed reference is an expected outcome. */
  sealed interface Outcome {}

  record Read(ReferencePath path) implements Outcome {}

  record Bad(String problem) implements Outcome {}

  private static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String problem) {
      super(problem, null, false, false);
    }

    String problem() {
      return String.valueOf(getMessage());
    }
  }

  private final String text;
  private final int end;
  private int position;

  ReferenceReader(String text, int start, int end) {
    this.text = text;
    this.position = start;
    this.end = end;
  }

  /** Where reading stopped. */
  int position() {
    return position;
  }

  /** A reference that fills everything up to the end. */
  Outcome readWhole() {
    try {
      ReferencePath path = path();
      if (position < end) {
        throw new Malformed("unexpected " + shown());
      }
      return new Read(path);
    } catch (Malformed malformed) {
      return new Bad(malformed.problem());
    }
  }

  private ReferencePath path() throws Malformed {
    if (position >= end) {
      throw new Malformed("it is empty");
    }
    String root = name("a name must come first");
    List<Segment> segments = new ArrayList<>();
    while (position < end) {
      char c = text.charAt(position);
      if (c == '.') {
        position++;
        segments.add(new Field(name("a field name must follow the dot")));
      } else if (c == '[') {
        position++;
        segments.add(bracket());
      } else {
        throw new Malformed("unexpected " + shown());
      }
    }
    return new ReferencePath(root, segments);
  }

  private String name(String otherwise) throws Malformed {
    int start = position;
    if (position < end && startsName(text.codePointAt(position))) {
      position += Character.charCount(text.codePointAt(position));
      while (position < end && continuesName(text.codePointAt(position))) {
        position += Character.charCount(text.codePointAt(position));
      }
    }
    if (position == start) {
      throw new Malformed(otherwise);
    }
    return text.substring(start, position);
  }

  private Segment bracket() throws Malformed {
    if (position < end && text.charAt(position) == '"') {
      position++;
      Segment key = new ReferencePath.Key(quoted());
      closeBracket();
      return key;
    }
    int start = position;
    while (position < end && text.charAt(position) >= '0' && text.charAt(position) <= '9') {
      position++;
    }
    String digits = text.substring(start, position);
    if (digits.isEmpty()) {
      throw new Malformed("an index is a whole number or a quoted key");
    }
    if (digits.length() > 9 || (digits.length() > 1 && digits.charAt(0) == '0')) {
      throw new Malformed("'" + digits + "' is not an index");
    }
    closeBracket();
    return new Index(Integer.parseInt(digits));
  }

  private void closeBracket() throws Malformed {
    if (position >= end || text.charAt(position) != ']') {
      throw new Malformed("the bracket is not closed");
    }
    position++;
  }

  private String quoted() throws Malformed {
    StringBuilder out = new StringBuilder();
    while (position < end) {
      char c = text.charAt(position++);
      if (c == '"') {
        return out.toString();
      }
      if (c == '\\') {
        out.append(escape());
      } else if ((c == '$' || c == '%') && text.startsWith(c + "{", position)) {
        out.append(c).append('{');
        position += 2;
      } else if ((c == '$' || c == '%') && text.startsWith("{", position)) {
        throw new Malformed("a key cannot hold another reference");
      } else {
        out.append(c);
      }
    }
    throw new Malformed("the quoted key is not closed");
  }

  private String escape() throws Malformed {
    if (position >= end) {
      throw new Malformed("the quoted key is not closed");
    }
    char c = text.charAt(position++);
    return switch (c) {
      case 'n' -> "\n";
      case 'r' -> "\r";
      case 't' -> "\t";
      case '"' -> "\"";
      case '\\' -> "\\";
      case 'u' -> codePoint(4);
      case 'U' -> codePoint(8);
      default -> throw new Malformed("'\\" + c + "' is not an escape");
    };
  }

  private String codePoint(int digits) throws Malformed {
    try {
      String hex = text.substring(position, Math.min(end, position + digits));
      int code = hex.length() == digits ? Integer.parseInt(hex, 16) : -1;
      if (hex.startsWith("+") || !Character.isValidCodePoint(code)) {
        throw new Malformed("'" + hex + "' is not a character");
      }
      position += digits;
      return Character.toString(code);
    } catch (NumberFormatException e) {
      throw new Malformed("an escape needs " + digits + " hexadecimal digits");
    }
  }

  private String shown() {
    int c = text.codePointAt(position);
    return Character.isWhitespace(c) ? "blank" : "'" + Character.toString(c) + "'";
  }

  private static boolean startsName(int c) {
    return Character.isUnicodeIdentifierStart(c) || c == '_';
  }

  private static boolean continuesName(int c) {
    return (Character.isUnicodeIdentifierPart(c) && !Character.isIdentifierIgnorable(c))
        || c == '_'
        || c == '-';
  }
}
