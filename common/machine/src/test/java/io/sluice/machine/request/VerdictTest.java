package io.sluice.machine.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.request.Verdict.Answer;
import io.sluice.machine.request.Verdict.Later;
import io.sluice.machine.request.Verdict.Refuse;
import io.sluice.model.json.Json;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static Verdict of(Sight sight) {
    PlanRun request =
        new PlanRun(
            "run",
            "w",
            5,
            30,
            RunKind.APPLY,
            Json.object(),
            RunOptions.DEFAULT,
            null,
            10,
            Map.of(),
            List.of());
    return Verdict.of(request, sight);
  }

  @Test
  void aLaterOwnerIsNoReasonAgainstAnAnswer() {
    assertThat(of(new Sight.Seen(5, 30))).isEqualTo(new Answer());
    assertThat(of(new Sight.Seen(6, 30))).isEqualTo(new Answer());
    assertThat(of(new Sight.Seen(900, 31))).isEqualTo(new Answer());
  }

  @Test
  void whatIsOlderThanTheRequestIsLookedAtAgain() {
    assertThat(of(new Sight.Seen(4, 40))).isInstanceOf(Later.class);
    assertThat(of(new Sight.Seen(5, 29))).isInstanceOf(Later.class);
  }

  @Test
  void anAbsentOwnerIsWaitedForAndAFaultyOneIsRefusedInTheEnd() {
    assertThat(of(new Sight.Away("nobody there"))).isEqualTo(new Later("nobody there"));
    assertThat(of(new Sight.Faulty("500", 1))).isEqualTo(new Later("500"));
    assertThat(of(new Sight.Faulty("500", 3))).isEqualTo(new Refuse("500"));
  }
}
