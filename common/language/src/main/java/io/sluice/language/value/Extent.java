package io.sluice.language.value;

import io.sluice.language.value.number.BigFloat;
import io.sluice.model.limit.Limits;
import java.util.Collection;
import java.util.Map;

/**
 * How deep a value is, and how much it is when everything in it is written out. A part that is in
 * several places is shared in memory, but comparing, converting or encoding the value walks over it
 * each time: a few doublings are gigabytes. So each value knows this when it is made, and one that
 * is beyond the limits is never made.
 *
 * @param size characters of texts, and {@link #NODE} for each value
 */
public record Extent(int depth, long size) {
  private static final Extent LEAF = new Extent(0, 32);
  private static final int NODE = 32;

  /** The longest text. */
  public static final int LONGEST = Limits.STANDARD.texts().value();

  private static final int DEEPEST = Limits.STANDARD.depth().read();
  private static final long LARGEST = 64L << 20;

  static Extent of(Collection<Value> parts) {
    int depth = 0;
    long size = NODE;
    for (Value part : parts) {
      Extent extent = part.extent();
      depth = Math.max(depth, extent.depth);
      size += extent.size;
    }
    return checked(depth + 1, size);
  }

  static Extent of(Map<String, Value> parts) {
    long names = 0;
    for (String name : parts.keySet()) {
      names += name.length();
    }
    Extent values = of(parts.values());
    return checked(values.depth, values.size + names);
  }

  private static Extent checked(int depth, long size) {
    if (depth > DEEPEST) {
      throw new Oversize("A value may be nested at most " + DEEPEST + " levels deep.");
    }
    require(size);
    return new Extent(depth, size);
  }

  static Extent of(String text) {
    return new Extent(0, NODE + (long) text.length());
  }

  static Extent of(BigFloat number) {
    return new Extent(0, NODE + (long) Math.abs(number.exponent()) / 3);
  }

  static Extent ofLeaf() {
    return LEAF;
  }

  /** Throws if a collection or text is growing beyond what a value may be. */
  public static void require(long size) {
    if (size > LARGEST) {
      throw new Oversize(
          "A value may have at most %d MiB, counting what it repeats each time."
              .formatted(LARGEST >> 20));
    }
  }

  /** Throws if a text would become too long. */
  public static int requireText(long length) {
    if (length > LONGEST) {
      throw new Oversize("A text may have at most %d characters.".formatted(LONGEST));
    }
    return (int) length;
  }
}
