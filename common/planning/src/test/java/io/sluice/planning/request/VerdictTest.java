package io.sluice.planning.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.json.Json;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.request.Verdict.Answer;
import io.sluice.planning.request.Verdict.Later;
import io.sluice.planning.request.Verdict.Missing;
import io.sluice.planning.request.Verdict.Pass;
import io.sluice.planning.request.Verdict.Refuse;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static Verdict of(Sight sight) {
    return of(sight, 30, false);
  }

  private static Verdict of(Sight sight, long version, boolean overdue) {
    PlanRun request =
        PlanRun.of(
            draft -> {
              draft.run = "run";
              draft.workspace = "w";
              draft.epoch = 5;
              draft.version = version;
              draft.kind = RunKind.APPLY;
              draft.document = Json.object();
              draft.options = RunOptions.DEFAULT;
              draft.window = 10;
            });
    return Verdict.of(request, sight, overdue);
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
    assertThat(of(new Sight.Away("nobody there")))
        .isEqualTo(new Later("nobody there", Missing.OWNER));
    assertThat(of(new Sight.Faulty("500", 1))).isEqualTo(new Later("500", Missing.OWNER));
    assertThat(of(new Sight.Faulty("500", 3))).isEqualTo(new Refuse("500"));
  }

  @Test
  void whatHasWaitedForTooLongIsPassedOverAndNeverRefused() {
    assertThat(of(new Sight.Away("nobody there"), 30, true)).isEqualTo(new Pass("nobody there"));
    assertThat(of(new Sight.Behind("at 7", 7L), 30, true)).isEqualTo(new Pass("at 7"));
    assertThat(of(new Sight.Behind("old", null), 30, true)).isEqualTo(new Pass("old"));
    assertThat(of(new Sight.Seen(4, 40), 30, true)).isInstanceOf(Pass.class);
    assertThat(of(new Sight.Seen(5, 30), 30, true)).isEqualTo(new Answer());
  }

  @Test
  void aVersionThatNoOwnerCanHaveIsPassedOverAtOnce() {
    assertThat(of(new Sight.Behind("at 7", 7L), 1L << 60, false)).isEqualTo(new Pass("at 7"));
    assertThat(of(new Sight.Seen(5, 7), Long.MAX_VALUE, false)).isInstanceOf(Pass.class);
    assertThat(of(new Sight.Behind("at 7", 7L), 1_000_000, false))
        .isEqualTo(new Later("at 7", Missing.VERSION));
    assertThat(of(new Sight.Behind("old", null), 1L << 60, false))
        .isEqualTo(new Later("old", Missing.VERSION));
  }
}
