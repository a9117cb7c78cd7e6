package io.sluice.model.limit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A text that is too long says how long it was, and has a digest by which it can be recognised. */
public final class Clipped {
  private static final int TAIL = 48;

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

  private static String digest(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 4);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is part of every Java", e);
    }
  }
}
