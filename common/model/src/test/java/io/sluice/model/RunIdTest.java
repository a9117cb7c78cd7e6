package io.sluice.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunIdTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"01jcz3w5v4m8k2q7r9t0x1y2z3", "run-1", "no-run", "r", "plans-0-17", "a.b_c", "9"})
  void takesWhatCommandsAndPlannersMake(String id) {
    assertThat(RunId.isValid(id)).isTrue();
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {"", "a/b", "/", "last", "now", "!owner", ".", "-x", "a b", "a\n", "ä", "a\u0000"})
  void refusesWhatWouldSplitAKeyOrMeansSomethingElse(String id) {
    assertThat(RunId.isValid(id)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {101, 5_000})
  void refusesWhatIsTooLong(int length) {
    assertThat(RunId.isValid("r".repeat(length))).isFalse();
    assertThat(RunId.isValid("r".repeat(100))).isTrue();
  }
}
