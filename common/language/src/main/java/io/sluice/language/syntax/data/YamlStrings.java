package io.sluice.language.syntax.data;

import io.sluice.language.source.SourceFile;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.data.DataNode.Content;
import io.sluice.language.syntax.data.DataNode.TextNode;
import java.nio.charset.StandardCharsets;

/** From what the YAML parser decodes (folding, escapes) to the bytes that it was made of. */
final class YamlStrings {
  private static final int FAR = 80;

  private YamlStrings() {}

  /**
   * A string and where its bytes come from. Folding, indentation and escapes are aligned by looking
   * for each byte a little further on: exact for what is written plainly, close for the rest.
   */
  static TextNode aligned(SourceFile source, String value, SourceRange range) {
    byte[] decoded = value.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = source.bytes();
    int[] offsets = new int[decoded.length + 1];
    int at = range.start();
    for (int i = 0; i < decoded.length; i++) {
      int found = at;
      int limit = Math.min(range.end(), at + FAR);
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
