package io.sluice.cli.trial;

/** What came of a run, of a file and of all of them; the worst counts. */
public enum Verdict {
  /** Nothing has happened yet. */
  PENDING("pending"),
  SKIPPED("skip"),
  PASSED("pass"),
  /** An assertion does not hold. */
  FAILED("fail"),
  /** It could not be carried out. */
  BROKEN("error");

  private final String word;

  Verdict(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  Verdict and(Verdict other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
