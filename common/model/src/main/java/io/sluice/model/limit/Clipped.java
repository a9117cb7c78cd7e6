package io.sluice.model.limit;

import io.sluice.model.digest.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Cuts a text that is too long, and adds its length and a digest by which it can be recognised. */
public final class Clipped {
  private static final int TAIL = 48;
  private static final int MOST_LINES = 100;
  private static final int MOST_LINE_BYTES = 16 * 1024;
  private static final int MORE_BYTES = 64;

  private Clipped() {}

  /**
   * The text, or as much of it as fits with a note of what was cut. Never longer than {@code most}.
   */
  public static String of(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    String note = "… (" + text.length() + " characters, sha256 " + digest(text) + ")";
    int kept = Math.max(0, most - Math.max(TAIL, note.length()));
    if (kept > 0 && Character.isHighSurrogate(text.charAt(kept - 1))) {
      kept--;
    }
    String clipped = text.substring(0, kept) + note;
    return clipped.length() <= most ? clipped : text.substring(0, most);
  }

  /** As many reasons as people read, each no longer than a message. */
  public static List<String> reasons(List<String> reasons) {
    int most = Limits.STANDARD.counts().reasons();
    List<String> clipped = new ArrayList<>();
    for (String reason : reasons.subList(0, Math.min(reasons.size(), most))) {
      clipped.add(of(reason, Limits.STANDARD.texts().message()));
    }
    if (reasons.size() > most) {
      clipped.set(most - 1, "and " + (reasons.size() - most + 1) + " more");
    }
    return List.copyOf(clipped);
  }

  /**
   * What a step says, line by line: at most 100 lines of a sentence's length, 16 KiB as JSON in
   * all. Lines that were left out are counted in the last one.
   */
  public static List<String> lines(List<String> said) {
    List<String> all = said.stream().flatMap(Clipped::split).toList();
    List<String> lines = new ArrayList<>();
    int room = MOST_LINE_BYTES - MORE_BYTES;
    for (String line : all) {
      String clipped = of(line, Limits.STANDARD.texts().sentence());
      room -= encoded(clipped);
      boolean last = lines.size() == MOST_LINES - 1 && all.size() > MOST_LINES;
      if (room < 0 || last) {
        lines.add("… and " + (all.size() - lines.size()) + " more lines");
        break;
      }
      lines.add(clipped);
    }
    return List.copyOf(lines);
  }

  /** An empty text is an empty line. */
  private static Stream<String> split(String text) {
    return text.isEmpty() ? Stream.of(text) : text.lines();
  }

  /** Bytes of UTF-8 and of JSON's escapes, at most, with quotes and a comma. */
  private static int encoded(String line) {
    int bytes = 3;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      bytes +=
          c < ' '
              ? 6
              : c == '"' || c == '\\'
                  ? 2
                  : c < 0x80 ? 1 : c < 0x800 ? 2 : Character.isSurrogate(c) ? 6 : 3;
    }
    return bytes;
  }

  private static String digest(String text) {
    return Sha256.first(4, text.getBytes(StandardCharsets.UTF_8));
  }
}
