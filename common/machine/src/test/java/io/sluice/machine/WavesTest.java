package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.failed;
import static io.sluice.machine.Given.node;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.NodeId;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.InboxMessage.Expanded;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.Order.Cancel;
import io.sluice.model.message.Order.Discard;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WavesTest {
  private final Given given = new Given();

  private static Node question(String of, int request, int batch) {
    return node(NodeId.wave(of, request, batch), Action.PLAN, RepeatClass.PURE);
  }

  private static Result answered(String run, Node question, String answer) {
    return Result.of(
        draft -> {
          draft.run = run;
          draft.node = question.id();
          draft.attempt = 1;
          draft.claimId = "c-" + question.id();
          draft.outcome = Outcome.OK;
          draft.attributes = Json.object().put("answer", answer);
          draft.calls = 1;
          draft.tookMs = 5;
          draft.worker = "w";
        });
  }

  private Transition asked(String run, int round, Node... questions) {
    String planId = "wave-" + run + round;
    given.when(new PlanPart(run, planId, 0, List.of(questions), Map.of()));
    return given.when(
        Planned.of(
            draft -> {
              draft.run = run;
              draft.planId = planId;
              draft.parts = 1;
              draft.nodes = questions.length;
              draft.hash = "hash";
              draft.version = given.offset;
              draft.round = round;
              draft.asks = true;
            }));
  }

  private static List<PlanRequest> requests(Transition transition) {
    return transition.commands().stream()
        .flatMap(
            command ->
                command instanceof Command.RequestPlan(PlanRequest request)
                    ? Stream.of(request)
                    : Stream.empty())
        .toList();
  }

  private static List<String> answers(Transition transition) {
    List<JsonNode> answers =
        switch (requests(transition).getFirst()) {
          case PlanRequest.PlanRun run -> run.answers();
          case PlanRequest.ExpandNode expand -> expand.answers();
        };
    return answers.stream().map(answer -> answer.path("answer").asText()).toList();
  }

  @Test
  void asksThePlannerAgainWithAllAnswersOnceTheWholeWaveIsAnswered() {
    given.when(submitted("r"));
    Node first = question("plan", 1, 0);
    Node second = question("plan", 1, 1);

    assertThat(Shown.sent(asked("r", 1, first, second)))
        .containsExactly("task plan/1/0#wave@1", "task plan/1/1#wave@1");
    assertThat(Shown.sent(given.when(answered("r", first, "a")))).isEmpty();
    Transition next = given.when(answered("r", second, "b"));
    assertThat(answers(next)).containsExactly("a", "b");
    assertThat(given.run("r").claim()).isEqualTo(RunRecord.ClaimScope.WHOLE);

    Node third = question("plan", 2, 0);
    asked("r", 2, third);
    assertThat(answers(given.restarted().when(answered("r", third, "c"))))
        .as("with all waves so far, after a restart too")
        .containsExactly("a", "b", "c");
    given.when(answered("r", third, "c"));
    assertThat(given.run("r").formerPlans()).as("waves are no plans").isEmpty();

    assertThat(Shown.written(given.planned("r", create("t.a"))))
        .as("the plan stands, and needs them no longer")
        .contains("- node plan/1/0#wave", "- node plan/1/1#wave", "- node plan/2/0#wave");
    given.when(ok("r", "t.a", 1, "c", "i"));
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
  }

  @Test
  void takesNoQuestionsOfAnotherRound() {
    given.when(submitted("r"));

    assertThat(Shown.sent(asked("r", 1, question("plan", 7, 0)))).doesNotContain("task plan/7/0");
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.REFUSED);
  }

  @Test
  void aQuestionThatNobodyCouldAnswerEndsTheRun() {
    given.when(submitted("r"));
    Node question = question("plan", 1, 0);
    asked("r", 1, question);

    given.when(failed("r", question.id(), 1, "c", ErrorClass.PERMANENT));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.FAILED);
  }

  @Test
  void aProcessThatWasLostIsAskedAgainAsOftenAsATaskIsTried() {
    given.when(submitted("r"));
    Node question = question("plan", 1, 0);
    asked("r", 1, question);

    Transition last = Transition.NONE;
    int most = RetryPolicy.DEFAULT.attempts();
    for (int attempt = 1; attempt <= most; attempt++) {
      assertThat(given.run("r").outcome()).as("before attempt " + attempt).isNull();
      last = given.when(failed("r", question.id(), attempt, "c" + attempt, ErrorClass.TRANSIENT));
      if (attempt < most) {
        assertThat(Shown.sent(last)).as("it pauses").noneMatch(sent -> sent.startsWith("task"));
        assertThat(Shown.sent(given.later(Duration.ofMinutes(2)).due()))
            .contains("task " + question.id() + "@" + (attempt + 1));
      }
    }

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(Given.eventsOf(last)).anyMatch(event -> event.text().contains("it failed"));
  }

  @Test
  void aCancelledRunDoesNotWaitForWhatProvidersStillThinkOf() {
    given.when(submitted("r"));
    Node question = question("plan", 1, 0);
    asked("r", 1, question);

    given.when(new Cancel("r", false, "someone"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.CANCELLED);
    given.when(submitted("s"));
    assertThat(given.run("s").phase()).isEqualTo(RunPhase.PLANNING);
    assertThat(Shown.written(given.when(answered("r", question, "late"))))
        .as("the late answer is dropped")
        .noneMatch(line -> line.startsWith("+ state") || line.startsWith("+ node"));
  }

  private void submitPlanOnly(String run) {
    given.when(new Submitted(run, "w", RunKind.PLAN, Json.object(), RunOptions.DEFAULT, null, "x"));
  }

  @Test
  void aRunThatOnlyAsksHoldsNothingAndWaitsForNobody() {
    given.when(submitted("r"));

    submitPlanOnly("p");
    submitPlanOnly("q");

    assertThat(given.run("p").phase()).isEqualTo(RunPhase.PLANNING);
    assertThat(Shown.sent(asked("p", 1, question("plan", 1, 0))))
        .containsExactly("task plan/1/0#wave@1");
    assertThat(Shown.sent(asked("q", 1, question("plan", 1, 0))))
        .as("its questions close no address")
        .containsExactly("task plan/1/0#wave@1");
    assertThat(given.run("p").claim()).isNull();
    Transition running = given.planned("r", create("t.a"));
    assertThat(Shown.sent(running)).contains("task t.a@1");
  }

  @Test
  void theAnswersOfARunThatOnlyAskedAreKeptUntilTheyAreFetched() {
    submitPlanOnly("p");
    Node question = question("plan", 1, 0);
    asked("p", 1, question);
    given.when(answered("p", question, "a"));

    given.when(
        Planned.of(
            draft -> {
              draft.run = "p";
              draft.planId = "drawn";
              draft.hash = "hash";
              draft.version = given.offset;
              draft.round = 2;
            }));

    assertThat(given.run("p").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
    given.due();
    assertThat(given.state.node("p", question.id()).orElseThrow().outputs().path("answer").asText())
        .isEqualTo("a");
    for (int i = 0; i < 8; i++) {
      String later = "p" + i;
      String plan = "d" + i;
      submitPlanOnly(later);
      asked(later, 1, question);
      given.when(answered(later, question, "a"));
      given.when(
          Planned.of(
              draft -> {
                draft.run = later;
                draft.planId = plan;
                draft.hash = "hash";
                draft.version = given.offset;
                draft.round = 2;
              }));
    }
    given.due();
    assertThat(given.state.node("p", question.id())).as("not for ever").isEmpty();
    assertThat(given.state.node("p0", question.id())).isPresent();
  }

  /** A run that only asks, to its end. */
  private List<Transition> onlyAsked(String run, String answer) {
    List<Transition> steps = new ArrayList<>();
    steps.add(
        given.when(
            new Submitted(run, "w", RunKind.PLAN, Json.object(), RunOptions.DEFAULT, null, "x")));
    Node question = question("plan", 1, 0);
    steps.add(asked(run, 1, question));
    steps.add(given.when(answered(run, question, answer)));
    steps.add(
        given.when(
            Planned.of(
                draft -> {
                  draft.run = run;
                  draft.planId = "drawn";
                  draft.hash = "hash";
                  draft.version = given.offset;
                  draft.round = 2;
                })));
    return steps;
  }

  /** What the compacted topic keeps of these steps. */
  private static void fold(Map<String, Integer> topic, List<Transition> steps) {
    for (Transition step : steps) {
      for (Change change : step.changes()) {
        String key = change.topic() + change.key("w");
        if (change.value() == null) {
          topic.remove(key);
        } else {
          topic.put(key, Json.encode(change.value()).length);
        }
      }
    }
  }

  private static int bytes(Map<String, Integer> topic) {
    return topic.values().stream().mapToInt(Integer::intValue).sum();
  }

  @Test
  void whatWasFetchedIsOnNoTopicAnyMore() {
    Map<String, Integer> topic = new HashMap<>();
    fold(topic, onlyAsked("p", "x".repeat(1_000_000)));
    assertThat(bytes(topic)).isGreaterThan(1_000_000);

    fold(topic, List.of(given.when(new Discard("p", "someone"))));

    assertThat(bytes(topic)).isLessThan(2_000);
    assertThat(topic.keySet()).noneMatch(key -> key.contains("#wave"));
    assertThat(given.run("p").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
  }

  @Test
  void largeAnswersThatNobodyFetchesGoWhenOthersCome() {
    Map<String, Integer> topic = new HashMap<>();
    int large = Limits.STANDARD.bytes().submission() / 10;
    for (int i = 0; i < 5; i++) {
      fold(topic, onlyAsked("p" + i, "x".repeat(large)));
      fold(topic, List.of(given.due()));
    }

    assertThat(bytes(topic)).isBetween(large, 3 * large + 100_000);
    assertThat(given.state.node("p4", question("plan", 1, 0).id())).isPresent();
  }

  @Test
  void aRunThatOnlyAsksTakesNoPlanThatDoesAnything() {
    submitPlanOnly("p");

    given.planned("p", create("t.a"));

    assertThat(given.run("p").outcome()).isEqualTo(RunOutcome.REFUSED);
  }

  private static final String BLOCK = "t.x[*]";

  private static Expanded asks(int attempt, Node... questions) {
    return new Expanded("r", BLOCK, "e" + attempt, List.of(questions), null, attempt, true);
  }

  @Test
  void aPlaceholderWaitsForAnswersAndIsAskedAboutAgain() {
    given.running(
        "r", node(BLOCK, Action.EXPAND, RepeatClass.PURE), create("t.z", BLOCK), create("t.free"));
    Node question = question(BLOCK, 1, 0);

    Transition asking = given.when(asks(1, question));
    assertThat(Shown.all(asking))
        .containsSubsequence(
            "+ part !asked/1/t.x[*]/0",
            "+ node t.x[*] READY@1",
            "+ node t.x[*]/1/0#wave DISPATCHED@1",
            "task t.x[*]/1/0#wave@1");
    Transition again = given.restarted().when(answered("r", question, "a"));
    assertThat(answers(again)).containsExactly("a");
    assertThat(Shown.sent(given.when(answered("r", question, "a"))))
        .containsExactly("expand t.x[*] {}");

    assertThat(given.when(asks(1, question)))
        .as("of the request before")
        .satisfies(late -> assertThat(Shown.sent(late)).isEmpty());
    Transition expansion =
        given.when(new Expanded("r", BLOCK, "e2", List.of(create("t.x[0]")), null, 2));
    assertThat(Shown.sent(expansion)).contains("task t.x[0]@1");
    assertThat(Shown.sent(given.when(ok("r", "t.x[0]", 1, "c", "i")))).contains("task t.z@1");
    given.when(ok("r", "t.z", 1, "d", "z"));
    given.when(ok("r", "t.free", 1, "f", "f"));
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
  }

  @Test
  void whatIsAskedAboutAPlaceholderIsNoInstanceOfIt() {
    given.running("r", node(BLOCK, Action.EXPAND, RepeatClass.PURE));

    given.when(asks(1, create("t.x[0]")));

    assertThat(given.run("r").failed().getFirst().message()).contains("no question of request 1");
  }

  @Test
  void aPlaceholderWhoseQuestionsNobodyAnswersIsSkipped() {
    given.running("r", node(BLOCK, Action.EXPAND, RepeatClass.PURE), create("t.z", BLOCK));
    Node question = question(BLOCK, 1, 0);
    given.when(asks(1, question));

    given.when(failed("r", question.id(), 1, "c", ErrorClass.PERMANENT));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(given.run("r").counts().skipped()).isEqualTo(2);
  }

  @Test
  void aStoppedRunLeavesTheQuestionsAboutItsPlaceholders() {
    given.running("r", node(BLOCK, Action.EXPAND, RepeatClass.PURE));
    given.when(asks(1, question(BLOCK, 1, 0)));

    given.when(new Cancel("r", false, "someone"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.CANCELLED);
  }
}
