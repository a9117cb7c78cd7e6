package io.sluice.model;

import io.sluice.model.Lineage.Index;
import io.sluice.model.Lineage.Key;
import io.sluice.model.Lineage.Member;
import io.sluice.model.Lineage.Segment;
import java.util.ArrayList;
import java.util.List;

/** Reads the text of a lineage. */
final class LineageReader {
  private static final class Fault extends Exception {
    private static final long serialVersionUID = 1L;

    Fault(String problem) {
      super(problem, null, false, false);
    }

    String problem() {
      return String.valueOf(getMessage());
    }
  }

  private final String text;
  private final int end;
  private int position;

  LineageReader(String text) {
    this.text = text;
    this.end = text.length();
  }

  Lineage.Reading whole() {
    try {
      Lineage lineage = lineage();
      if (position < end) {
        throw new Fault("unexpected " + shown());
      }
      return new Lineage.Read(lineage);
    } catch (Fault fault) {
      return new Lineage.Malformed(fault.problem());
    }
  }

  private Lineage lineage() throws Fault {
    if (position >= end) {
      throw new Fault("it is empty");
    }
    String root = name("a name must come first");
    List<Segment> segments = new ArrayList<>();
    while (position < end) {
      char c = text.charAt(position);
      if (c == '.') {
        position++;
        segments.add(new Member(name("a field name must follow the dot")));
      } else if (c == '[') {
        position++;
        segments.add(bracket());
      } else {
        throw new Fault("unexpected " + shown());
      }
    }
    return new Lineage(root, segments);
  }

  private String name(String otherwise) throws Fault {
    int start = position;
    if (position < end && startsName(text.codePointAt(position))) {
      position += Character.charCount(text.codePointAt(position));
      while (position < end && continuesName(text.codePointAt(position))) {
        position += Character.charCount(text.codePointAt(position));
      }
    }
    if (position == start) {
      throw new Fault(otherwise);
    }
    return text.substring(start, position);
  }

  private Segment bracket() throws Fault {
    if (position < end && text.charAt(position) == '"') {
      position++;
      Segment key = new Key(quoted());
      closeBracket();
      return key;
    }
    int start = position;
    while (position < end && text.charAt(position) >= '0' && text.charAt(position) <= '9') {
      position++;
    }
    String digits = text.substring(start, position);
    if (digits.isEmpty()) {
      throw new Fault("an index is a whole number or a quoted key");
    }
    if (digits.length() > 9 || (digits.length() > 1 && digits.charAt(0) == '0')) {
      throw new Fault("'" + digits + "' is not an index");
    }
    closeBracket();
    return new Index(Integer.parseInt(digits));
  }

  private void closeBracket() throws Fault {
    if (position >= end || text.charAt(position) != ']') {
      throw new Fault("the bracket is not closed");
    }
    position++;
  }

  private String quoted() throws Fault {
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
        throw new Fault("a key cannot hold another reference");
      } else {
        out.append(c);
      }
    }
    throw new Fault("the quoted key is not closed");
  }

  private String escape() throws Fault {
    if (position >= end) {
      throw new Fault("the quoted key is not closed");
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
      default -> throw new Fault("'\\" + c + "' is not an escape");
    };
  }

  private String codePoint(int digits) throws Fault {
    try {
      String hex = text.substring(position, Math.min(end, position + digits));
      int code = hex.length() == digits ? Integer.parseInt(hex, 16) : -1;
      if (hex.startsWith("+") || !Character.isValidCodePoint(code)) {
        throw new Fault("'" + hex + "' is not a character");
      }
      position += digits;
      return Character.toString(code);
    } catch (NumberFormatException e) {
      throw new Fault("an escape needs " + digits + " hexadecimal digits");
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
