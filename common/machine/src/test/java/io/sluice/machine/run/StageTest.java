package io.sluice.machine.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.model.record.RunOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class StageTest {
  private static final PlanInForce PLAN = new PlanInForce("plan", 1, "hash", false, false);
  private static final End END =
      new End(RunOutcome.SUCCEEDED, Instant.EPOCH, List.of(), List.of(), false);
  private static final End LINGERING =
      new End(RunOutcome.CANCELLED, Instant.EPOCH, List.of(), List.of(), true);

  private static final Map<String, Stage> STAGES = new LinkedHashMap<>();
  private static final Map<String, UnaryOperator<Stage>> STEPS = new LinkedHashMap<>();

  static {
    STAGES.put("Queued", Stage.Queued.FIRST);
    STAGES.put("Planning", new Stage.Planning());
    STAGES.put("AwaitingApproval", new Stage.AwaitingApproval(PLAN));
    STAGES.put("Executing", new Stage.Executing(PLAN));
    STAGES.put("Ended", new Stage.Ended(PLAN, END));
    STAGES.put("lingering", new Stage.Ended(null, LINGERING));
    STAGES.put("lingering with a plan", new Stage.Ended(PLAN, LINGERING));
    STEPS.put("planning", Stage::planning);
    STEPS.put("queued", Stage::queued);
    STEPS.put("behind", stage -> stage.behind(List.of("other")));
    STEPS.put("following", stage -> stage.following(PLAN));
    STEPS.put("outdated", Stage::outdated);
    STEPS.put("awaitingApproval", Stage::awaitingApproval);
    STEPS.put("approved", Stage::approved);
    STEPS.put("ended", stage -> stage.ended(END));
  }

  @Test
  void eachStepThatIsNotListedIsIllegal() {
    List<String> legal = new ArrayList<>();
    STAGES.forEach(
        (name, stage) ->
            STEPS.forEach(
                (step, taken) -> {
                  try {
                    Stage next = taken.apply(stage);
                    legal.add(name + " " + step + " -> " + next.getClass().getSimpleName());
                  } catch (IllegalStateException e) {
                    assertThat(e).hasMessageStartingWith("a run that is ");
                  }
                }));

    assertThat(legal)
        .containsExactly(
            "Queued planning -> Planning",
            "Queued behind -> Queued",
            "Queued ended -> Ended",
            "Planning following -> Executing",
            "Planning ended -> Ended",
            "AwaitingApproval approved -> Executing",
            "AwaitingApproval ended -> Ended",
            "Executing planning -> Planning",
            "Executing queued -> Queued",
            "Executing outdated -> Executing",
            "Executing awaitingApproval -> AwaitingApproval",
            "Executing ended -> Ended",
            "lingering following -> Ended",
            "lingering ended -> Ended",
            "lingering with a plan ended -> Ended");
  }

  @Test
  void aRunThatHasEndedIsNotPlannedAgain() {
    assertThatThrownBy(() -> new Stage.Ended(PLAN, END).planning())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a run that is Ended can't be planned");
  }

  @Test
  void whatLeftWithALateAnswerBelongsToTheEndedRun() {
    Stage late = new Stage.Ended(null, LINGERING).following(PLAN);

    assertThat(late).isEqualTo(new Stage.Ended(PLAN, LINGERING));
    assertThat(late.ended(END)).isEqualTo(new Stage.Ended(PLAN, END));
  }
}
