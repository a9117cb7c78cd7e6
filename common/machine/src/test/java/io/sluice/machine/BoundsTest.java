package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;
import static io.sluice.machine.Given.tasks;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Deferred;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.Timeouts;
import io.sluice.model.record.RunOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The machine's output is bounded, whatever the input. */
class BoundsTest {
  private final Given given = new Given();

  @Test
  void aTaskThatIsTooLargeFailsItsNodeAndTheSuccessBeforeItIsKept() {
    Node large =
        create("t.large", "t.first").withConfig(Json.object().put("text", "x".repeat(950_000)));
    given.running("r", create("t.first"), large, create("t.small", "t.first"));

    Transition success = given.when(ok("r", "t.first", 1, "c", "i"));

    assertThat(given.record("t.first")).isPresent();
    assertThat(sent(success)).containsExactly("t.small@1");
    given.when(ok("r", "t.small", 1, "c", "j"));
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.FAILED);
    assertThat(given.run("r").failed().getFirst().code().wire()).isEqualTo("TASK_TOO_LARGE");
    assertThat(given.run("r").failed().getFirst().message()).contains("901120 bytes");
  }

  @Test
  void whatCouldBeMadeCanBeChangedAndTakenAway() {
    given.running("r", create("t.a").withConfig(text(390_000)));
    given.when(made("r", text(390_000)));
    Transition changing =
        given.running("s", Given.update("t.a", RepeatClass.TOKEN, "t.a").withConfig(text(391_000)));
    assertThat(tasks(changing)).hasSize(1);
    given.when(made("s", text(391_000)));
    assertThat(given.run("s").outcome()).isEqualTo(RunOutcome.SUCCEEDED);

    assertThat(tasks(given.running("u", Given.delete("t.a#delete", "t.a", "t.a")))).hasSize(1);
  }

  private static Result made(String run, JsonNode attributes) {
    Result ok = ok(run, "t.a", 1, "c", "i");
    return Result.of(
        draft -> {
          draft.run = ok.run();
          draft.node = ok.node();
          draft.attempt = ok.attempt();
          draft.claimId = ok.claimId();
          draft.outcome = ok.outcome();
          draft.id = ok.id();
          draft.attributes = attributes;
          draft.desired = attributes;
          draft.calls = 1;
          draft.tookMs = 1;
          draft.worker = "w";
        });
  }

  private static JsonNode text(int length) {
    return Json.object().put("text", "x".repeat(length));
  }

  @Test
  void aValueThatATaskCanCarryIsInItAsItIs() {
    Reference reference = new Reference("a.text", "a", new Address("t.a"), "text");
    given.running(
        "r", create("t.a"), Given.with(create("t.b", "t.a"), 0, null, List.of(reference)));
    Transition released = given.when(made("r", text(300_000)));
    assertThat(tasks(released))
        .singleElement()
        .satisfies(
            task ->
                assertThat(task.values().values())
                    .singleElement()
                    .satisfies(value -> assertThat(value.asText()).hasSize(300_000)));
  }

  @Test
  void manyNumbersAreMeasuredToo() {
    var numbers = Json.mapper().createArrayNode();
    for (int i = 0; i < 600; i++) {
      numbers.add(new java.math.BigInteger("9".repeat(1_900)));
    }
    Node large = create("t.large").withConfig(Json.object().set("numbers", numbers));

    assertThat(sent(given.running("r", large))).isEmpty();
  }

  @Test
  void aTaskSaysHowLongItsCallMayLast() {
    Given given =
        new Given(
            MachineSettings.DEFAULT.withCalls(
                Duration.ofSeconds(20), Duration.ofSeconds(60), Duration.ofSeconds(30)));
    Task task = tasks(given.running("r", create("t.a"), timed(create("t.b"), "5h"))).getFirst();
    assertThat(task.limit())
        .isEqualTo(new Task.CallLimit(Duration.ofSeconds(20), Duration.ofSeconds(30)));
    assertThat(task.budget().lasting()).isEqualTo(Duration.ofSeconds(80));

    given.when(Given.started("r", "t.b", 1, "c", "w"));

    assertThat(given.state.node("r", "t.b").orElseThrow().deadline())
        .as("counted as long as the worker is let")
        .isEqualTo(given.now.plusSeconds(60));
  }

  @Test
  void recoveryIsCountedFromTheReceiptOfTheTask() {
    given.running("r", create("t.a", io.sluice.model.RepeatClass.SEARCH));
    given.when(Given.started("r", "t.a", 1, "c", "w"));

    Task again = tasks(given.later(Duration.ofSeconds(100)).lost("w")).getFirst();

    assertThat(again.recovering()).isTrue();
    assertThat(again.recoverIn()).isEqualTo(Duration.ofSeconds(300 + 30 - 100));
  }

  @Test
  void nobodyPutsANodeOffForYears() {
    given.running("r", create("t.a"), create("t.b"), create("t.c"));
    given.when(new Deferred("r", "t.a", 1, "c", "quota", Instant.MAX));
    given.when(new Deferred("r", "t.b", 1, "c", "quota", given.now, Duration.ofDays(400_000)));
    given.when(throttled("t.c", Duration.ofSeconds(Long.MAX_VALUE)));

    for (String node : List.of("t.a", "t.b", "t.c")) {
      assertThat(given.state.node("r", node).orElseThrow().dueAt())
          .isEqualTo(given.now.plus(Duration.ofHours(1)));
    }
  }

  @Test
  void aPlanOfTooManyNodesIsRefused() {
    Given given = new Given(few(2));

    given.running("r", create("t.a"), create("t.b"), create("t.c"));

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.REFUSED);
    assertThat(given.run("r").reasons().getFirst()).contains("3 nodes").contains("2 that a run");
  }

  @Test
  void runsUnderWayTogetherHaveNoMoreNodesThanAPartitionHolds() {
    Given given = new Given(few(2));
    for (String run : List.of("a", "b", "c")) {
      given.when(submitted(run, "t." + run));
      given.planned(run, create("t." + run), create("t." + run + "[1]"));
    }

    assertThat(given.run("a").outcome()).isNull();
    assertThat(given.run("b").outcome()).isNull();
    assertThat(given.run("c").outcome()).isEqualTo(RunOutcome.REFUSED);
    assertThat(given.run("c").reasons().getFirst()).contains("together they may have 4");
  }

  private static MachineSettings few(int nodes) {
    return new MachineSettings(
        3,
        MachineSettings.DEFAULT.retry(),
        MachineSettings.DEFAULT.tasks(),
        10,
        nodes,
        100,
        10,
        MachineSettings.DEFAULT.limits());
  }

  @Test
  void eventsFitWhateverIsSaid() {
    given.running("r", create("t.a"));
    TaskError huge =
        new TaskError(ErrorClass.PERMANENT, ErrorCode.of("code"), "é".repeat(1_000_000), null);
    Transition transition = given.when(failing("t.a", huge));

    for (Event event : Given.eventsOf(transition)) {
      assertThat(Json.encode(event).length).isLessThan(2 * Limits.STANDARD.bytes().event());
    }
    assertThat(given.run("r").failed().getFirst().message()).contains("characters, sha256");
    assertThat(Json.encode(given.run("r")).length).isLessThan(20_000);
  }

  @Test
  void aProposalOfLongNamesFitsItsEvent() {
    given.when(
        submitted(
            "r",
            Given.options(
                io.sluice.model.plan.OnFailure.CONTINUE,
                io.sluice.model.plan.RunOptions.Approval.REQUIRED,
                null)));
    Node[] nodes = new Node[500];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = create("t.n[\"" + i + "x".repeat(900) + "\"]");
    }

    Event event =
        Given.eventsOf(given.planned("r", nodes)).stream()
            .filter(each -> each.kind() == EventKind.RUN_AWAITING_APPROVAL)
            .findFirst()
            .orElseThrow();

    assertThat(Json.encode(event).length).isLessThan(Limits.STANDARD.bytes().event());
    assertThat(event.data().path("changes").size()).isPositive();
    assertThat(event.data().path("hash").asText()).isEqualTo("hash");
  }

  @Test
  void anIdOfAnyLengthMakesAKeyThatFits() {
    given.running("r", create("t.a"));
    given.when(ok("r", "t.a", 1, "c", "i"));
    given.when(ok("r", "t.a", 7, "claim".repeat(1_000), "other".repeat(100_000)));

    assertThat(given.records.all())
        .allSatisfy(record -> assertThat(record.address().text().length()).isLessThan(300));
  }

  private static Result throttled(String node, Duration retryAfter) {
    return failing(
        node, new TaskError(ErrorClass.THROTTLED, ErrorCode.of("code"), "slow down", retryAfter));
  }

  private static Result failing(String node, TaskError error) {
    return Result.of(
        draft -> {
          draft.run = "r";
          draft.node = node;
          draft.attempt = 1;
          draft.claimId = "c";
          draft.outcome = Outcome.FAILED;
          draft.error = error;
          draft.calls = 1;
          draft.tookMs = 5;
          draft.worker = "worker";
        });
  }

  private static Node timed(Node node, String create) {
    return Node.of(
        draft -> {
          draft.id = node.id();
          draft.address = node.address();
          draft.action = node.action();
          draft.type = node.type();
          draft.provider = node.provider();
          draft.pool = node.pool();
          draft.config = node.config();
          draft.values = node.values();
          draft.after = node.after();
          draft.dependencies = node.dependencies();
          draft.prior = node.prior();
          draft.repeat = node.repeat();
          draft.timeouts = Timeouts.of(Map.of("create", create));
          draft.retry = node.retry();
          draft.weight = node.weight();
          draft.createBeforeDestroy = node.createBeforeDestroy();
          draft.pairedWith = node.pairedWith();
          draft.schemaVersion = node.schemaVersion();
          draft.sensitivePaths = node.sensitivePaths();
        });
  }
}
