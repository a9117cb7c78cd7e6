package io.sluice.providers.terraform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.provider.Cancellation;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.contract.Calls;
import io.sluice.provider.workspace.CarriedDocument;
import io.sluice.provider.workspace.Runs;
import io.sluice.provider.workspace.WorkspaceOutput;
import io.sluice.provider.workspace.Workspaces;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The steps of a run that walks workspaces, against a scripted deployment. */
class WorkspaceRunsTest {
  @TempDir private Path directory;
  private final RecordedRuns runs = new RecordedRuns();
  private final Map<String, JsonNode> outputs = new HashMap<>();

  /** Returns one sight after another, repeats the last one, and records its orders. */
  private static final class RecordedRuns implements Runs {
    private final Deque<Sight> sights = new ArrayDeque<>();
    private final Deque<Walk> walks = new ArrayDeque<>();
    private final List<Child> submitted = new ArrayList<>();
    private final List<String> orders = new ArrayList<>();
    private final Deque<String> refused = new ArrayDeque<>();
    private List<String> deletions = List.of();
    private int lost;

    private static <T> @Nullable T next(Deque<T> all) {
      return all.size() > 1 ? all.poll() : all.peek();
    }

    @Override
    public Optional<String> submit(Child child) {
      submitted.add(child);
      return Optional.empty();
    }

    @Override
    public Sight run(String workspace, String run) {
      Sight next = next(sights);
      return next == null ? new Unknown() : next;
    }

    @Override
    public Refusals refusals(String run, Instant since) {
      orders.add("refusals of " + run);
      return new Refusals() {
        @Override
        public Optional<String> next() {
          return Optional.ofNullable(refused.poll());
        }

        @Override
        public void close() {
          orders.add("close");
        }
      };
    }

    @Override
    public Optional<List<String>> deletions(String run) {
      return Optional.of(deletions);
    }

    @Override
    public boolean approve(String workspace, String run, String hash) {
      orders.add("approve " + workspace + " " + run + " " + hash);
      return lost-- <= 0;
    }

    @Override
    public boolean cancel(String workspace, String run, boolean force) {
      orders.add("cancel " + workspace + " " + run + " " + force);
      return lost-- <= 0;
    }

    @Override
    public boolean pause() {
      orders.add("pause");
      return lost-- <= 0;
    }

    @Override
    public Optional<Walk> walk() {
      return Optional.ofNullable(next(walks));
    }
  }

  private OperationContext context(boolean recovering) {
    return among(new Calls(directory).of("token-1", recovering));
  }

  private OperationContext among(OperationContext alone) {
    return alone.among(
        new Workspaces() {
          @Override
          public Look outputs(String workspace) {
            JsonNode healthy = outputs.get(workspace);
            return healthy == null
                ? new Missing()
                : new Found(new TreeMap<>(Map.of("healthy", new WorkspaceOutput(healthy, false))));
          }

          @Override
          public Optional<Runs> runs() {
            return Optional.of(runs);
          }
        });
  }

  private static ObjectNode arguments() {
    return Json.object()
        .put("workspace", "shop")
        .put("document", CarriedDocument.packed("{}".getBytes(StandardCharsets.UTF_8)))
        .put("options", "{}")
        .put("by", "me");
  }

  private Outcome run(boolean recovering, ObjectNode arguments) throws Exception {
    return new WorkspaceRunStep().run(context(recovering), arguments);
  }

  private static Runs.Ended ended(boolean succeeded) {
    return new Runs.Ended(
        succeeded, succeeded ? "succeeded" : "failed", List.of("a: broke"), Map.of("added", 2));
  }

  @Test
  void theTokenIsTheRunOfTheWorkspace() throws Exception {
    runs.sights.add(new Runs.Unknown());
    runs.sights.add(new Runs.UnderWay("running"));
    runs.sights.add(ended(true));
    Outcome.Done done = (Outcome.Done) run(false, arguments());
    assertThat(done.id()).isEqualTo("token-1");
    assertThat(done.attributes().path("added").asInt()).isEqualTo(2);
    assertThat(runs.submitted).extracting(Runs.Child::run).containsExactly("token-1");
    assertThat(new String(runs.submitted.getFirst().document(), StandardCharsets.UTF_8))
        .isEqualTo("{}");
  }

  @Test
  void whoeverGoesOnWithItSubmitsNothingThatIsThere() throws Exception {
    runs.sights.add(ended(true));
    assertThat(run(true, arguments())).isInstanceOf(Outcome.Done.class);
    assertThat(runs.submitted).isEmpty();
  }

  @Test
  void whoeverGoesOnSubmitsWhatCouldNotBeSeenOnce() throws Exception {
    runs.sights.add(new Runs.Hidden("nobody answers"));
    runs.sights.add(new Runs.Unknown());
    runs.sights.add(ended(true));
    assertThat(run(true, arguments())).isInstanceOf(Outcome.Done.class);
    assertThat(runs.submitted).hasSize(1);
  }

  @Test
  void oneReaderLooksForARefusalUntilItIsThere() throws Exception {
    runs.refused.add("no such type");
    Outcome.Failed failed = (Outcome.Failed) run(false, arguments());
    assertThat(failed.message()).contains("was refused: no such type");
    assertThat(runs.orders).containsExactly("refusals of token-1", "close");
  }

  @Test
  void aFailedRunFailsItsNodeWithTheReasons() throws Exception {
    runs.sights.add(ended(false));
    Outcome.Failed failed = (Outcome.Failed) run(false, arguments());
    assertThat(failed.message())
        .contains(
            "the run of workspace shop ended as failed: a: broke", "sluice runs show token-1");
    assertThat(failed.partial()).as("nothing is in doubt").isNotNull();
  }

  @Test
  void aPlanThatDeletesOnlyWhatWasShownIsApprovedOnce() throws Exception {
    runs.deletions = List.of("x.old");
    runs.sights.add(new Runs.AwaitingApproval("h1"));
    runs.sights.add(new Runs.AwaitingApproval("h1"));
    runs.sights.add(ended(true));
    ObjectNode arguments = arguments();
    arguments.putArray("may_delete").add("x.old");
    run(false, arguments);
    assertThat(runs.orders).containsExactly("approve shop token-1 h1");
  }

  @Test
  void anotherPlanAndALostOrderAreApprovedAgain() throws Exception {
    runs.lost = 1;
    runs.sights.add(new Runs.AwaitingApproval("h1"));
    runs.sights.add(new Runs.AwaitingApproval("h1"));
    runs.sights.add(new Runs.AwaitingApproval("h2"));
    runs.sights.add(ended(true));
    ObjectNode arguments = arguments();
    arguments.putArray("may_delete");
    run(false, arguments);
    assertThat(runs.orders)
        .containsExactly(
            "approve shop token-1 h1", "approve shop token-1 h1", "approve shop token-1 h2");
  }

  @Test
  void aPlanThatDeletesMoreWaitsForAPerson() throws Exception {
    runs.deletions = List.of("x.old", "x.database");
    runs.sights.add(new Runs.AwaitingApproval("h1"));
    runs.sights.add(new Runs.AwaitingApproval("h1"));
    runs.sights.add(ended(true));
    ObjectNode arguments = arguments();
    arguments.putArray("may_delete").add("x.old");
    run(false, arguments);
    assertThat(runs.orders).isEmpty();
  }

  @Test
  void aCancelledWalkCancelsWhatItBegan() throws Exception {
    runs.walks.add(new Runs.Walk(false, false, Map.of()));
    runs.walks.add(new Runs.Walk(true, false, Map.of()));
    runs.sights.add(new Runs.Unknown());
    runs.sights.add(new Runs.UnderWay("running"));
    runs.sights.add(new Runs.UnderWay("running"));
    runs.sights.add(ended(false));
    run(false, arguments());
    assertThat(runs.orders).containsExactly("cancel shop token-1 false");
  }

  @Test
  void anOrderThatWasLostIsGivenAgain() throws Exception {
    runs.lost = 1;
    runs.walks.add(new Runs.Walk(false, false, Map.of()));
    runs.walks.add(new Runs.Walk(true, false, Map.of()));
    runs.sights.add(new Runs.UnderWay("running"));
    runs.sights.add(new Runs.UnderWay("running"));
    runs.sights.add(ended(false));
    run(false, arguments());
    assertThat(runs.orders)
        .containsExactly("cancel shop token-1 false", "cancel shop token-1 false");
  }

  @Test
  void aWalkThatIsCancelledBeginsNothing() {
    runs.walks.add(new Runs.Walk(true, false, Map.of()));
    assertThatThrownBy(() -> run(false, arguments()))
        .isInstanceOf(ProviderFailure.class)
        .hasMessageContaining("cancelled before it began that of workspace shop");
    assertThat(runs.submitted).isEmpty();
  }

  private void stoppedWhile(boolean stopping, boolean forced) throws Exception {
    Cancellation cancellation = new Cancellation();
    cancellation.cancel("the worker drains");
    runs.walks.add(new Runs.Walk(false, false, Map.of()));
    runs.walks.add(new Runs.Walk(stopping, forced, Map.of()));
    runs.sights.add(new Runs.UnderWay("running"));
    OperationContext context =
        new Calls(directory).of("token-1", false, Duration.ofSeconds(60), cancellation);
    assertThat(new WorkspaceRunStep().run(among(context), arguments()))
        .isInstanceOf(Outcome.InDoubt.class);
  }

  @Test
  void aStoppedCallAbortsTheRunOnlyIfTheWalkIsForced() throws Exception {
    stoppedWhile(false, false);
    assertThat(runs.orders).isEmpty();
    runs.walks.clear();
    stoppedWhile(true, false);
    assertThat(runs.orders).containsExactly("cancel shop token-1 false");
    runs.walks.clear();
    stoppedWhile(true, true);
    assertThat(runs.orders).last().isEqualTo("cancel shop token-1 true");
  }

  private Outcome gate(int mostFailures) throws Exception {
    ObjectNode arguments = Json.object().put("max_failures", mostFailures);
    ObjectNode before = arguments.putObject("before");
    before.putArray("a");
    before.putArray("b").add("a");
    before.putArray("c").add("b");
    before.putArray("d");
    return new WaveGateStep().run(context(false), arguments);
  }

  @Test
  void aWaveHasEndedWhenItsNodesHaveOrNeverWill() throws Exception {
    runs.walks.add(new Runs.Walk(false, false, Map.of("a", false)));
    runs.walks.add(new Runs.Walk(false, false, Map.of("a", false, "d", true)));
    Outcome.Done done = (Outcome.Done) gate(1);
    assertThat(done.attributes().path("failed").asInt()).isEqualTo(1);
  }

  @Test
  void tooManyFailuresCloseTheGateBeforeTheWaveHasEnded() throws Exception {
    runs.walks.add(new Runs.Walk(false, false, Map.of("a", false)));
    Outcome.Failed failed = (Outcome.Failed) gate(0);
    assertThat(failed.message()).contains("1 failed, and at most 0 may: a");
  }

  /** Two waves: a and b, a gate, c and d; d needs c. */
  private Outcome turn(int mostFailures) throws Exception {
    ObjectNode arguments = Json.object().put("max_failures", mostFailures);
    arguments.putObject("gates").putArray("gate");
    ObjectNode begun = arguments.putObject("runs");
    begun.putArray("a");
    begun.putArray("b");
    begun.putArray("c").add("gate");
    begun.putArray("d").add("c").add("gate");
    return new TurningPointStep().run(context(false), arguments);
  }

  private static boolean goesBack(Outcome turned) {
    return ((Outcome.Done) turned).attributes().path("back").asBoolean();
  }

  @Test
  void aRolloutGoesBackWhenAllThatWillEverBeginHasEndedBehindAClosedGate() throws Exception {
    runs.walks.add(new Runs.Walk(false, false, Map.of("a", true, "gate", false)));
    runs.walks.add(new Runs.Walk(false, false, Map.of("a", true, "b", true, "gate", false)));
    assertThat(goesBack(turn(0))).isTrue();
    assertThat(runs.walks).as("while b ran nothing went back").hasSize(1);
  }

  @Test
  void aRolloutGoesBackAfterItsLastWaveOnlyIfTooManyHaveFailed() throws Exception {
    runs.walks.add(
        new Runs.Walk(false, false, Map.of("a", true, "b", true, "gate", true, "c", false)));
    assertThat(goesBack(turn(1))).isFalse();
    assertThat(goesBack(turn(0))).isTrue();
  }

  @Test
  void aCancelledRolloutDoesNotGoBack() throws Exception {
    runs.walks.add(new Runs.Walk(true, false, Map.of("a", true, "b", true, "gate", false)));
    assertThat(turn(0)).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  void aRunThatIsNotWantedIsNotBegun() throws Exception {
    runs.walks.add(new Runs.Walk(false, false, Map.of("a", true)));
    Outcome.Done unwanted = (Outcome.Done) run(false, arguments().put("only_if", false));
    Outcome.Done neverBegun =
        (Outcome.Done) run(false, arguments().put("only_if", true).put("follows", "b"));
    assertThat(unwanted.attributes().path("begun").asBoolean(true)).isFalse();
    assertThat(neverBegun.attributes().path("begun").asBoolean(true)).isFalse();
    assertThat(runs.submitted).isEmpty();
    runs.sights.add(ended(true));
    run(false, arguments().put("only_if", true).put("follows", "a"));
    assertThat(runs.submitted).hasSize(1);
  }

  private Outcome checked(ObjectNode check) throws Exception {
    runs.walks.add(new Runs.Walk(false, false, Map.of("a", true)));
    ObjectNode arguments = Json.object().put("max_failures", 0).put("pause", true);
    arguments.putObject("before").putArray("a");
    arguments.set("check", check);
    return new WaveGateStep().run(context(false), arguments);
  }

  @Test
  void aWaveIsPausedAfterOnceItsCheckHasHeld() throws Exception {
    try (CheckedServer server = new CheckedServer(503, 200, 503, 200)) {
      ObjectNode check = Json.object().put("seconds", 2);
      check.putArray("urls").add(server.address());
      assertThat(checked(check)).isInstanceOf(Outcome.Done.class);
      assertThat(server.asked()).as("one slip is looked at again").isGreaterThanOrEqualTo(4);
    }
    assertThat(runs.orders).containsExactly("pause");
  }

  @Test
  void aCheckThatSlipsThreeTimesClosesTheGate() throws Exception {
    try (CheckedServer server = new CheckedServer(200, 500)) {
      ObjectNode check = Json.object().put("seconds", 60);
      check.putArray("urls").add(server.address());
      Outcome.Failed failed = (Outcome.Failed) checked(check);
      assertThat(failed.message()).contains("answers with status 500", "no other wave begins");
    }
    assertThat(runs.orders).isEmpty();
  }

  @Test
  void anOutputThatIsNotTrueClosesTheGate() throws Exception {
    ObjectNode check = Json.object().put("seconds", 0).put("output", "healthy");
    check.putArray("workspaces").add("shop").add("site");
    outputs.put("shop", Json.mapper().getNodeFactory().booleanNode(true));
    outputs.put("site", Json.mapper().getNodeFactory().booleanNode(false));
    Outcome.Failed failed = (Outcome.Failed) checked(check);
    assertThat(failed.message()).contains("output healthy of workspace site is not true");
    outputs.put("site", Json.mapper().getNodeFactory().textNode("true"));
    assertThat(checked(check)).isInstanceOf(Outcome.Done.class);
  }
}
