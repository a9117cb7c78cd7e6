package io.sluice.planning.document.text;

import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceFile;
import io.sluice.planning.document.DocumentLimits;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Bytes that anyone may have sent, as a tree with places, or the faults that make them none. */
public final class DocumentText {
  private DocumentText() {}

  /** The text itself; a byte order mark is not part of it. */
  public static SourceFile source(String name, byte[] bytes) {
    boolean marked =
        bytes.length >= 3
            && bytes[0] == (byte) 0xEF
            && bytes[1] == (byte) 0xBB
            && bytes[2] == (byte) 0xBF;
    return new SourceFile(name, marked ? Arrays.copyOfRange(bytes, 3, bytes.length) : bytes);
  }

  public static Optional<Located> read(SourceFile file, Diagnostics faults) {
    if (file.length() > DocumentLimits.BYTES) {
      faults.error(
          "Document exceeds a limit",
          "It has %,d bytes; a plan document may have %,d."
              .formatted(file.length(), DocumentLimits.BYTES),
          null);
      return Optional.empty();
    }
    int first = firstCharacter(file.bytes());
    if (first < 0) {
      faults.error("Empty document", "The document is empty.", null);
      return Optional.empty();
    }
    if (!isText(file, faults)) {
      return Optional.empty();
    }
    return isJson(file, first) ? JsonText.read(file, faults) : YamlText.read(file, faults);
  }

  /** By the name's ending; without one, JSON is what begins like it. */
  private static boolean isJson(SourceFile file, int first) {
    String name = file.name().toLowerCase(Locale.ROOT);
    if (name.endsWith(".yaml") || name.endsWith(".yml")) {
      return false;
    }
    return name.endsWith(".json") || first == '{' || first == '[';
  }

  private static int firstCharacter(byte[] bytes) {
    for (byte b : bytes) {
      if (b != ' ' && b != '\t' && b != '\n' && b != '\r') {
        return b & 0xFF;
      }
    }
    return -1;
  }

  private static boolean isText(SourceFile file, Diagnostics faults) {
    byte[] bytes = file.bytes();
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        faults.error(
            "Not a text", "There is a NUL byte at offset " + i + ".", file.range(i, i + 1));
        return false;
      }
    }
    int bad = firstMalformed(bytes);
    if (bad >= 0) {
      faults.error(
          "Not UTF-8", "The bytes at offset " + bad + " are not UTF-8.", file.range(bad, bad));
      return false;
    }
    return true;
  }

  private static int firstMalformed(byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(8192);
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      if (result.isError()) {
        return in.position();
      }
      if (result.isUnderflow()) {
        return -1;
      }
      out.clear();
    }
  }
}
