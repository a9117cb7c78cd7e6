package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.Refusal;
import io.sluice.model.record.RunOutcome;
import org.junit.jupiter.api.Test;

class RootTest {
  private final Given given = new Given();

  @Test
  void refusesTheSubmissionOfAnotherRootByName() {
    given.when(submitted("first", "a"));
    given.planned("first", create("t.a"));
    given.when(ok("first", "t.a", 1, "c", "i"));

    given.when(submitted("second", "b"));

    assertThat(given.run("second").outcome()).isEqualTo(RunOutcome.REFUSED);
    assertThat(given.run("second").refusals()).containsExactly(new Refusal.OtherRoot("a", "b"));
    assertThat(given.run("second").reasons())
        .containsExactly(
            "workspace w belongs to a, not to b; use --workspace, or --adopt-workspace");
  }

  private static Submitted submitted(String run, String root) {
    return new Submitted(
        run, "w", RunKind.APPLY, Json.object(), RunOptions.DEFAULT, root, "someone");
  }
}
