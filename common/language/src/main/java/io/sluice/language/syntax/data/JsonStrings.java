package io.sluice.language.syntax.data;

import io.sluice.language.source.SourceFile;
import io.sluice.language.syntax.data.DataNode.Content;
import io.sluice.language.syntax.data.DataNode.TextNode;
import io.sluice.language.syntax.lex.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Strings of JSON: where they end, and what they say. */
final class JsonStrings {
  private final SourceFile source;
  private final byte[] text;
  private byte[] decoded = new byte[64];
  private int[] offsets = new int[64];
  private int count;

  JsonStrings(SourceFile source) {
    this.source = source;
    this.text = source.bytes();
  }

  /** The offset behind the closing quote; negative (of where the fault ends) if there is none. */
  int end(int start) {
    int i = start + 1;
    while (i < text.length) {
      byte c = text[i];
      if (c == '"') {
        return i + 1;
      }
      if (c >= 0 && c < 0x20) {
        return -i;
      }
      int length = c == '\\' ? escapeLength(i) : Utf8.length(text, i, text.length);
      if (length == 0) {
        return -Math.min(text.length, i + 1);
      }
      i += length;
    }
    return -text.length;
  }

  private int escapeLength(int at) {
    if (at + 1 >= text.length) {
      return 0;
    }
    return switch (text[at + 1]) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> 2;
      case 'u' -> hex(at) >= 0 ? 6 : 0;
      default -> 0;
    };
  }

  private int hex(int at) {
    if (at + 6 > text.length) {
      return -1;
    }
    int value = 0;
    for (int i = at + 2; i < at + 6; i++) {
      int digit = text[i] >= 0 ? Character.digit(text[i], 16) : -1;
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  /** What is between the quotes. */
  TextNode decode(int start, int end) {
    boolean plain = true;
    for (int i = start + 1; i < end - 1 && plain; i++) {
      plain = text[i] != '\\';
    }
    if (plain) {
      String value = source.text(start + 1, end - 1);
      Content content = new Content(source, text, null, start + 1, end - 1);
      return new TextNode(value, content, source.range(start, end));
    }
    count = 0;
    int i = start + 1;
    while (i < end - 1) {
      if (text[i] == '\\') {
        i = escape(i);
      } else {
        add(text[i], i);
        i++;
      }
    }
    add((byte) 0, end - 1);
    byte[] bytes = Arrays.copyOf(decoded, count - 1);
    Content content = new Content(source, bytes, Arrays.copyOf(offsets, count), 0, bytes.length);
    String value = new String(bytes, StandardCharsets.UTF_8);
    return new TextNode(value, content, source.range(start, end));
  }

  private int escape(int at) {
    byte selector = text[at + 1];
    if (selector == 'u') {
      int unit = hex(at);
      int low = at + 12 <= text.length && text[at + 6] == '\\' ? hex(at + 6) : -1;
      boolean pair =
          Character.isHighSurrogate((char) unit)
              && low >= 0
              && Character.isLowSurrogate((char) low);
      int codePoint = pair ? Character.toCodePoint((char) unit, (char) low) : unit;
      boolean lone = !pair && Character.isSurrogate((char) unit);
      String character = Character.toString(lone ? 0xfffd : codePoint);
      for (byte b : character.getBytes(StandardCharsets.UTF_8)) {
        add(b, at);
      }
      return at + (pair ? 12 : 6);
    }
    byte value =
        switch (selector) {
          case 'b' -> '\b';
          case 'f' -> '\f';
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          default -> selector;
        };
    add(value, at);
    return at + 2;
  }

  private void add(byte value, int from) {
    if (count == decoded.length) {
      decoded = Arrays.copyOf(decoded, count * 2);
      offsets = Arrays.copyOf(offsets, count * 2);
    }
    decoded[count] = value;
    offsets[count++] = from;
  }
}
