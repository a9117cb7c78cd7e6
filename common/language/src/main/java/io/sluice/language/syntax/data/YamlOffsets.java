package io.sluice.language.syntax.data;

import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.data.DataNode.Content;
import io.sluice.language.syntax.data.DataNode.TextNode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** From what the YAML parser counts (code points) and decodes (folding, escapes) to bytes. */
final class YamlOffsets {
  private final SourceFile source;
  private final int start;
  private final int @Nullable [] byteOffsets;

  YamlOffsets(SourceFile source, String text) {
    this.source = source;
    this.start = source.byteOrderMark();
    boolean ascii = text.length() == source.length() - start;
    this.byteOffsets = ascii ? null : offsets(text);
  }

  private int[] offsets(String text) {
    int count = text.codePointCount(0, text.length());
    int[] offsets = new int[count + 1];
    int at = start;
    int index = 0;
    for (int i = 0; i < text.length(); index++) {
      offsets[index] = at;
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      at += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    }
    offsets[index] = at;
    return offsets;
  }

  int byteOffset(int codePoint) {
    int offset =
        byteOffsets == null
            ? start + codePoint
            : byteOffsets[Math.min(codePoint, byteOffsets.length - 1)];
    return Math.min(offset, source.length());
  }

  /**
   * A string and where its bytes come from. Folding, indentation and escapes are aligned by looking
   * for each byte a little further on: exact for what is written plainly, close for the rest.
   */
  TextNode text(String value, SourceRange range) {
    byte[] decoded = value.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = source.bytes();
    int[] offsets = new int[decoded.length + 1];
    int at = range.start();
    for (int i = 0; i < decoded.length; i++) {
      int found = at;
      int limit = Math.min(range.end(), at + 80);
      while (found < limit && bytes[found] != decoded[i]) {
        found++;
      }
      offsets[i] = found < limit ? found : Math.min(at, range.end());
      at = found < limit ? found + 1 : at;
    }
    offsets[decoded.length] = Math.min(at, range.end());
    return new TextNode(value, new Content(source, decoded, offsets, 0, decoded.length), range);
  }
}
