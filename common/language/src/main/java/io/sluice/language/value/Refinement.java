package io.sluice.language.value;

/**
 * What is known of an unknown value. {@code maxLength} is {@link #UNBOUNDED} where nothing is; the
 * lengths are of collections only.
 */
public record Refinement(boolean notNull, int minLength, int maxLength) {
  public static final int UNBOUNDED = Integer.MAX_VALUE;
  public static final Refinement NONE = new Refinement(false, 0, UNBOUNDED);
  public static final Refinement NOT_NULL = new Refinement(true, 0, UNBOUNDED);

  public Refinement withLength(int min, int max) {
    return new Refinement(notNull, Math.max(minLength, min), Math.min(maxLength, max));
  }
}
