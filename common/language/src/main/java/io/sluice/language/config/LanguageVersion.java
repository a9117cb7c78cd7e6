package io.sluice.language.config;

/** The version of Terraform whose language Sluice reads, and that it reports to providers. */
public final class LanguageVersion {
  public static final String TERRAFORM = "1.11.4";

  private static final int[] NUMBERS = {1, 11, 4};

  private LanguageVersion() {}

  /** Positive for a version that is newer than ours. */
  public static int compare(int major, int minor, int patch) {
    int[] other = {major, minor, patch};
    for (int i = 0; i < NUMBERS.length; i++) {
      if (other[i] != NUMBERS[i]) {
        return Integer.compare(other[i], NUMBERS[i]);
      }
    }
    return 0;
  }
}
