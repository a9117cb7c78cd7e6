package io.sluice.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.util.regex.Pattern;

/**
 * Where a resource instance stands: {@code type.name}, {@code module.net["a"].type.name[0]}, or
 * with a mark of its own for what is no longer the resource: {@code type.name#deposed/ID}, {@code
 * type.name#orphan/CLAIM}.
 */
public record Address(String text) implements Comparable<Address> {
  private static final String DEPOSED = "#deposed/";
  private static final String ORPHAN = "#orphan/";

  private static final String NAME = "[\\p{L}_][\\p{L}\\p{N}_-]*";
  private static final String KEY = "(?:\\[(?:\\d+|\"(?:[^\"\\\\]++|\\\\.)*+\")])?";
  private static final Pattern INSTANCE =
      Pattern.compile("(?:module\\." + NAME + KEY + "\\.)*+" + NAME + "\\." + NAME + KEY);

  public Address {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("an address is not empty");
    }
    int mark = mark(text);
    int length = mark < 0 ? text.length() : mark;
    int most = Limits.STANDARD.texts().address();
    if (length > most) {
      throw new IllegalArgumentException(
          "an address has at most " + most + " characters, not " + length + ": shorten its key");
    }
  }

  @JsonCreator
  public static Address of(String text) {
    return new Address(text);
  }

  /** Whether it can name an instance of a resource: what people type is not always an address. */
  public boolean isInstance() {
    return INSTANCE.matcher(text).matches();
  }

  public Address deposed(String id) {
    return new Address(live().text + DEPOSED + shortened(id));
  }

  public Address orphan(String claimId) {
    return new Address(live().text + ORPHAN + shortened(claimId));
  }

  public boolean isDeposed() {
    int mark = mark(text);
    return mark >= 0 && text.startsWith(DEPOSED, mark);
  }

  public boolean isOrphan() {
    int mark = mark(text);
    return mark >= 0 && text.startsWith(ORPHAN, mark);
  }

  /** The address without its mark: what claims are about. */
  public Address live() {
    int mark = mark(text);
    return mark < 0 ? this : new Address(text.substring(0, mark));
  }

  /** The block that it is an instance of: {@code type.name} of {@code type.name["a"]}. */
  public String block() {
    if (!text.endsWith("]")) {
      return text;
    }
    int index = -1;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quoted) {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == '[' && !quoted) {
        index = i;
      }
    }
    return index < 0 ? text : text.substring(0, index);
  }

  /** Where the mark begins; what looks like one inside a key is part of the key. */
  private static int mark(String text) {
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && quoted) {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == '#'
          && !quoted
          && (text.startsWith(DEPOSED, i) || text.startsWith(ORPHAN, i))) {
        return i;
      }
    }
    return -1;
  }

  /** An id of any length: the address is part of a record's key. */
  private static String shortened(String id) {
    return Clipped.of(id, Limits.STANDARD.texts().name());
  }

  @Override
  public int compareTo(Address other) {
    return text.compareTo(other.text);
  }

  @JsonValue
  @Override
  public String toString() {
    return text;
  }
}
