package io.sluice.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
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
  private static final String KEY = "(?:\\[(?:\\d+|\"(?:[^\"\\\\]|\\\\.)*\")])?";
  private static final Pattern INSTANCE =
      Pattern.compile("(?:module\\." + NAME + KEY + "\\.)*" + NAME + "\\." + NAME + KEY);

  public Address {
    if (text.isEmpty()) {
      throw new IllegalArgumentException("an address is not empty");
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
    return new Address(live().text + DEPOSED + id);
  }

  public Address orphan(String claimId) {
    return new Address(live().text + ORPHAN + claimId);
  }

  public boolean isDeposed() {
    return text.contains(DEPOSED);
  }

  public boolean isOrphan() {
    return text.contains(ORPHAN);
  }

  /** The address without its mark: what claims are about. */
  public Address live() {
    int mark = mark();
    return mark < 0 ? this : new Address(text.substring(0, mark));
  }

  private int mark() {
    int deposed = text.indexOf(DEPOSED);
    return deposed >= 0 ? deposed : text.indexOf(ORPHAN);
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
