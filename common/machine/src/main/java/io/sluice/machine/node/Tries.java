package io.sluice.machine.node;

/**
 * How often a node was tried.
 *
 * @param attempt the number of the current or last attempt; 0 before the first
 * @param failures attempts that used up the retry budget
 * @param recoveries attempts made because it was unknown whether an earlier one happened
 */
public record Tries(int attempt, int failures, int recoveries) {
  static final Tries NONE = new Tries(0, 0, 0);
  private static final Tries FIRST = new Tries(1, 0, 0);

  Tries at(int number) {
    return number == 1 && failures == 0 && recoveries == 0
        ? FIRST
        : new Tries(number, failures, recoveries);
  }

  Tries failed() {
    return new Tries(attempt, failures + 1, recoveries);
  }

  Tries recovered() {
    return new Tries(attempt, failures, recoveries + 1);
  }
}
