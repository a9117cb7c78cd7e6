package io.sluice.language.function;

/**
 * A text that lets itself be read only so often. Java's engine backtracks where Go's cannot, and a
 * pattern must not be able to stop a planner.
 */
final class PatientText implements CharSequence {
  static final String MESSAGE = "the pattern takes too long to match";
  private static final long MOST_READS = 200_000_000;

  /** Out of patience. */
  static final class TooLong extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLong() {
      super(MESSAGE, null, false, false);
    }
  }

  private final String text;
  private long reads;

  PatientText(String text) {
    this.text = text;
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    if (++reads > MOST_READS) {
      throw new TooLong();
    }
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
