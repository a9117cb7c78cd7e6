package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TaskExpressionsTest {
  @Test
  void readsTheTimeOfARunFromItsId() {
    // from the example of the ULID specification
    assertThat(TaskExpressions.runTime("01aryz6s41tskv05rgx8pt8e3v"))
        .contains("2016-07-30T22:36:16Z");
  }

  @Test
  void knowsNoTimeOfARunThatAPersonNamed() {
    assertThat(TaskExpressions.runTime("nightly")).isEmpty();
    assertThat(TaskExpressions.runTime("the-id-of-26-characters-xx")).isEmpty();
  }
}
