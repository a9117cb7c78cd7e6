package io.sluice.language.function.text;

import io.sluice.language.function.Budget;

/**
 * A text that has its reader pay. Each character costs a pattern at most a step through its whole
 * program, which is linear and may still be long.
 */
final class PatientText implements CharSequence {
  /** A program's instructions are looked at much faster than an expression is evaluated. */
  private static final int INSTRUCTIONS_A_STEP = 4;

  private final String text;
  private final int cost;
  private final Budget budget;

  PatientText(String text, int size, Budget budget) {
    this.text = text;
    this.cost = 1 + size / INSTRUCTIONS_A_STEP;
    this.budget = budget;
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    budget.steps(cost);
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
