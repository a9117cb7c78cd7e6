package io.sluice.language.value;

import io.sluice.language.value.number.BigFloat;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an unknown value. {@code maxLength} is {@link #UNBOUNDED} where nothing is; the
 * lengths are of collections only, the prefix of strings only, the bounds of numbers only.
 */
public record Refinement(
    boolean notNull,
    int minLength,
    int maxLength,
    String prefix,
    @Nullable Bound lower,
    @Nullable Bound upper) {
  public static final int UNBOUNDED = Integer.MAX_VALUE;
  public static final Refinement NONE = new Refinement(false, 0, UNBOUNDED);
  public static final Refinement NOT_NULL = new Refinement(true, 0, UNBOUNDED);

  /** The end of a range of numbers. */
  public record Bound(BigFloat number, boolean inclusive) {}

  public Refinement(boolean notNull, int minLength, int maxLength) {
    this(notNull, minLength, maxLength, "", null, null);
  }

  /** Of texts. */
  public Refinement withPrefix(String known) {
    return new Refinement(notNull, minLength, maxLength, known, lower, upper);
  }

  public Refinement withLength(int min, int max) {
    return new Refinement(
        notNull, Math.max(minLength, min), Math.min(maxLength, max), prefix, lower, upper);
  }
}
