package io.sluice.state.ownership;

import static io.sluice.state.ownership.TenureWorld.WORKSPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.machine.transition.Command;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Phase;
import io.sluice.model.json.Json;
import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Order;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.state.Deployment;
import io.sluice.state.intake.Origin;
import io.sluice.state.intake.Poison;
import io.sluice.state.intake.Progress;
import io.sluice.state.intake.Source;
import io.sluice.state.intake.Superseded;
import io.sluice.state.pool.Pools;
import io.sluice.state.query.Standing;
import io.sluice.state.store.Workspaces;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.Parts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an owner does when something in it, or in what it reads, is wrong. */
class TenureTest {
  @TempDir Path folder;
  private TenureWorld world;

  @BeforeEach
  void begin() throws Exception {
    world = new TenureWorld(folder, Map.of("SLUICE_STATE_BATCH", "50"));
  }

  @AfterEach
  void end() {
    world.close();
  }

  private void run(String run, String node, String pool) {
    world.send(Deployment.submitted(run, WORKSPACE));
    world.send(
        new InboxMessage.PlanPart(run, "p", 0, List.of(Deployment.create(node, pool)), Map.of()));
    world.send(
        InboxMessage.Planned.of(
            draft -> {
              draft.run = run;
              draft.planId = "p";
              draft.parts = 1;
              draft.nodes = 1;
              draft.hash = "hash";
            }));
  }

  @Test
  void ownersThatStopInOrderBlameNothing() {
    world.markers = 2;
    for (int owner = 0; owner < 3 * Progress.LAST; owner++) {
      Tenure tenure = world.takeOverAfresh();
      if (owner % 2 == 0) {
        tenure.step();
      }
      tenure.stop();
      tenure.close();

      assertThat(world.owner().laps()).isZero();
      assertThat(world.owner().tries()).isZero();
      assertThat(world.orders().tries()).isZero();
    }
    assertThat(letters()).isEmpty();
  }

  @Test
  void ownersThatReadToTheEndBlameNothing() {
    world.markers = 2;
    for (int owner = 0; owner < 3 * Progress.LAST; owner++) {
      Tenure tenure = world.takeOverAfresh();
      tenure.step();
      world.passMarkers();
      tenure.step();
      tenure.step();
      tenure.close();

      assertThat(world.owner().laps()).isLessThanOrEqualTo(1);
      assertThat(world.owner().tries()).isZero();
      assertThat(world.orders().tries()).isZero();
    }
    assertThat(letters()).isEmpty();
  }

  @Test
  void anOwnerTriesAnOffsetOnce() {
    run("r", "t.a", "default");
    world.takeOverAfresh();
    world.takeOverAfresh();
    world.markers = 2;
    world.readNothing = true;
    Tenure tenure = world.takeOverAfresh();
    for (int i = 0; i < 2 * Progress.LAST; i++) {
      tenure.step();
    }
    assertThat(world.owner().tries()).isEqualTo(1);
  }

  private List<DeadLetter> letters() {
    return world.committed(world.messages.topics().deadLetters(), DeadLetter.class);
  }

  private List<Event> events() {
    return world.committed(world.messages.topics().events(), Event.class);
  }

  private List<Task> tasks(String pool) {
    return world.committed(world.messages.topics().tasks(pool), Task.class);
  }

  private static InboxMessage.Result ok(String run, String node, int attempt) {
    return Deployment.made(run, node, attempt, "claim-1");
  }

  /** The machine, and something thrown where an input is of this kind. */
  private void failing(Predicate<Input> which, Throwable failure) {
    Decider real = world.machine;
    world.machine =
        (state, input) -> {
          if (which.test(input)) {
            TenureTest.<RuntimeException>sneak(failure);
          }
          return real.advance(state, input);
        };
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> void sneak(Throwable failure) throws E {
    throw (E) failure;
  }

  private static boolean isOk(Input input) {
    return input instanceof Input.Received received
        && received.message() instanceof InboxMessage.Result result
        && result.outcome() == Outcome.OK;
  }

  @Test
  void aStackThatOverflowsIsLaidAtTheInputsDoorAndWhatFollowsGoesOn() {
    failing(
        input ->
            input instanceof Input.Received received
                && received.message() instanceof InboxMessage.Submitted submitted
                && submitted.run().equals("bad"),
        new StackOverflowError());
    world.takeOver();
    world.send(Deployment.submitted("bad", WORKSPACE));
    world.send(Deployment.submitted("good", WORKSPACE));

    world.tenure.step();

    assertThat(letters()).singleElement().extracting(DeadLetter::offset).isEqualTo(0L);
    assertThat(events())
        .extracting(Event::run, Event::kind)
        .contains(org.assertj.core.groups.Tuple.tuple("good", EventKind.RUN_PLANNING));
    assertThat(world.owner().applied()).isEqualTo(2);
  }

  @Test
  void whatCantTravelIsKnownBeforeTheTransactionAndParkedByTheNextLap() {
    Decider real = world.machine;
    world.machine =
        (state, input) -> {
          Transition transition = real.advance(state, input);
          return isSubmitted(input, "large") ? withLargeTask(transition) : transition;
        };
    world.takeOver();
    world.send(Deployment.submitted("first", WORKSPACE));
    world.send(Deployment.submitted("large", WORKSPACE));
    world.send(Deployment.submitted("third", WORKSPACE));

    assertThatThrownBy(() -> world.tenure.step()).isInstanceOf(Superseded.class);
    assertThat(world.producer.history()).isNotEmpty();
    world.takeOver().step();

    assertThat(letters())
        .singleElement()
        .satisfies(letter -> assertThat(letter.cause()).contains("Misfit"));
    assertThat(world.owner().applied()).isEqualTo(3);
    assertThat(events()).extracting(Event::run).contains("first", "third");
  }

  private static boolean isSubmitted(Input input, String run) {
    return input instanceof Input.Received received
        && received.message() instanceof InboxMessage.Submitted submitted
        && submitted.run().equals(run);
  }

  private Transition withLargeTask(Transition transition) {
    List<Command> commands = new ArrayList<>(transition.commands());
    commands.add(new Command.ClearControl("x".repeat(2_000_000)));
    return new Transition(transition.changes(), commands);
  }

  @Test
  void aSuccessThatCantBeTakenLeavesItsNodeInDoubt() {
    world.takeOver();
    run("r1", "t.a", null);
    world.tenure.step();
    assertThat(tasks("default")).hasSize(1);
    List<Outcome> heard = new ArrayList<>();
    failing(TenureTest::isOk, new IllegalStateException("a bug"));
    Decider withBug = world.machine;
    world.machine =
        (state, input) -> {
          Transition transition = withBug.advance(state, input);
          if (input instanceof Input.Received received
              && received.message() instanceof InboxMessage.Result result) {
            heard.add(result.outcome());
          }
          return transition;
        };

    world.send(ok("r1", "t.a", 1));
    world.tenure.step();

    assertThat(heard).containsExactly(Outcome.IN_DOUBT);
    assertThat(letters()).hasSize(1);
    assertThat(events()).extracting(Event::kind).contains(EventKind.RUN_QUARANTINED);
  }

  @Test
  void whatCantBeReadEndsTheRunAndLeavesTheNodeThatItsHeadersNameInDoubt() {
    world.takeOver();
    run("r1", "t.a", null);
    world.tenure.step();
    ProducerRecord<String, byte[]> good =
        world.messages.inbox(WORKSPACE, ok("r1", "t.a", 1), java.time.Instant.now()).getFirst();
    ProducerRecord<String, byte[]> bad =
        new ProducerRecord<>(
            good.topic(),
            0,
            good.key(),
            "{\"v\":1,\"type\":\"Result\",".getBytes(StandardCharsets.UTF_8));
    good.headers().forEach(bad.headers()::add);
    world.append(bad);
    world.tenure.step();

    assertThat(letters()).singleElement().extracting(DeadLetter::run).isEqualTo("r1");
    assertThat(events())
        .extracting(Event::kind)
        .contains(EventKind.RUN_QUARANTINED, EventKind.NODE_IN_DOUBT);
  }

  @Test
  void anUnknownTypeIsALetterAndOnlyANewerVersionStopsTheInbox() {
    world.takeOver();
    append(Source.INBOX, "{\"v\":1,\"type\":\"result\",\"at\":\"2026-01-01T00:00:00Z\"}");
    world.send(Deployment.submitted("r1", WORKSPACE));
    append(Source.INBOX, "{\"v\":7,\"type\":\"Result\",\"at\":\"2026-01-01T00:00:00Z\"}");
    world.send(Deployment.submitted("r2", WORKSPACE));
    world.tenure.step();
    assertThat(letters()).hasSize(1);
    assertThat(world.owner().applied()).isEqualTo(2);
    assertThat(world.tenure.trouble()).hasValueSatisfying(t -> assertThat(t).contains("offset 2"));

    world.send(new Order.Cancel("r1", false, "me"));
    world.tenure.step();
    assertThat(events()).extracting(Event::kind).contains(EventKind.RUN_CANCELLING);

    // The wrong offset passes over nothing; the right one does, for whoever comes next too.
    world.send(new Order.InboxSkip("s1", 0, 1, "wrong", "me"));
    world.tenure.step();
    assertThat(world.tenure.trouble()).isPresent();
    world.send(new Order.InboxSkip("s2", 0, 2, "broken", "me"));
    world.tenure.step();
    assertThat(world.tenure.trouble()).isEmpty();
    assertThat(world.owner().applied()).isEqualTo(3);
    assertThat(letters()).hasSize(2);
    assertThat(events())
        .extracting(Event::run, Event::kind)
        .contains(
            org.assertj.core.groups.Tuple.tuple("s1", EventKind.REFUSED),
            org.assertj.core.groups.Tuple.tuple("s2", EventKind.RUN_CHANGED));
    world.takeOverAfresh().step();
    assertThat(events()).extracting(Event::run).contains("r2");
    assertThat(world.owner().applied()).isEqualTo(4);
  }

  @Test
  void anOwnerThatHasNotReachedTheRecordStillObeysAnOrderToSkipIt() {
    append(Source.INBOX, "{\"v\":7,\"type\":\"Result\",\"at\":\"2026-01-01T00:00:00Z\"}");
    world.send(Deployment.submitted("r1", WORKSPACE));
    world.send(new Order.InboxSkip("s1", 0, 0, "broken", "me"));

    world.takeOver().step();
    world.readAgain(Source.INBOX, 1);
    world.tenure.step();

    assertThat(world.tenure.trouble()).isEmpty();
    assertThat(events())
        .extracting(Event::run, Event::kind)
        .contains(org.assertj.core.groups.Tuple.tuple("s1", EventKind.RUN_CHANGED));
    assertThat(world.owner().applied()).isEqualTo(2);
  }

  private void append(Source source, String text) {
    ProducerRecord<String, byte[]> record =
        world.messages.keyed(
            source.topic(world.messages.topics()),
            WORKSPACE,
            WORKSPACE,
            null,
            text.getBytes(StandardCharsets.UTF_8));
    world.append(record);
  }

  @Test
  void aRunsIdThatWouldSplitItsKeyIsALetterWithoutEffect() {
    world.takeOver();
    run("good", "t.a", null);
    world.tenure.step();
    String tooLong = "r".repeat(5_000);
    List<String> bad = List.of("a/b", tooLong, "last", "now", "!owner", "");
    for (String id : bad) {
      world.send(Deployment.submitted(id, WORKSPACE));
      world.send(new Order.Cancel(id, false, "me"));
      world.send(new Order.Retry("good", id, "me"));
      world.send(new Order.StateEdit(id, WORKSPACE, "edit", List.of(), List.of(), Map.of(), "me"));
    }
    world.tenure.step();
    world.takeOverAfresh().step();

    assertThat(letters()).hasSize(4 * bad.size());
    assertThat(events()).extracting(Event::run).containsOnly("good");
    assertThat(events())
        .filteredOn(event -> event.kind() == EventKind.REFUSED)
        .hasSize(bad.size())
        .allSatisfy(event -> assertThat(event.text()).contains("an id is 1 to 100 letters"));
    assertThat(world.orders().held()).isEmpty();
    world.send(ok("good", "t.a", 1));
    world.tenure.step();
    assertThat(events()).extracting(Event::kind).contains(EventKind.NODE_SUCCEEDED);
  }

  @Test
  void theRunThatHeadersNameIsNoIdEither() {
    world.takeOver();
    world.append(
        world.messages.keyed(
            world.messages.topics().orders(),
            WORKSPACE,
            WORKSPACE,
            "a/b",
            "{".getBytes(StandardCharsets.UTF_8)));
    world.tenure.step();

    assertThat(letters()).hasSize(1);
    assertThat(events()).isEmpty();
  }

  @Test
  void anOrderInTheInboxIsALetterWithoutEffect() {
    world.takeOver();
    world.send(Deployment.submitted("r1", WORKSPACE));
    ProducerRecord<String, byte[]> order =
        world
            .messages
            .order(WORKSPACE, new Order.Cancel("r1", false, "me"), java.time.Instant.now())
            .getFirst();
    world.append(
        world.messages.keyed(
            world.messages.topics().inbox(), WORKSPACE, WORKSPACE, "r1", order.value()));
    world.tenure.step();
    assertThat(letters()).hasSize(1);
    assertThat(events()).extracting(Event::kind).doesNotContain(EventKind.RUN_CANCELLING);
  }

  @Test
  void anOrderThatComesBeforeItsRunIsKeptAcrossOwnersAndAppliedThen() {
    world.takeOver();
    world.send(new Order.Cancel("early", false, "me"));
    world.send(new Order.Cancel("other", false, "me"));
    world.tenure.step();
    assertThat(world.orders().applied()).isEqualTo(2);
    assertThat(world.orders().held()).containsExactly(0L, 1L);

    world.takeOverAfresh().step();
    world.send(Deployment.submitted("early", WORKSPACE));
    world.tenure.step();

    assertThat(events())
        .filteredOn(event -> event.run().equals("early"))
        .extracting(Event::kind)
        .contains(EventKind.RUN_SUBMITTED, EventKind.RUN_CANCELLING);
    assertThat(world.orders().held()).containsExactly(1L);
  }

  @Test
  void whatHasComeInPartOrEarlyIsNotForgottenByAnOwnerThatEndsBeforeItReads() {
    world.takeOver();
    ProducerRecord<String, byte[]> whole =
        world
            .messages
            .inbox(WORKSPACE, Deployment.submitted("early", WORKSPACE), java.time.Instant.now())
            .getFirst();
    world.append(part(whole, 0));
    world.send(new Order.Cancel("early", false, "me"));
    world.tenure.step();
    for (int i = 0; i < 3; i++) {
      world.tenure.close();
      world.takeOverAfresh();
    }
    assertThat(world.owner().from()).isEqualTo(0L);
    assertThat(world.orders().held()).containsExactly(0L);

    world.append(part(whole, 1));
    world.tenure.step();
    world.tenure.step();
    assertThat(events())
        .extracting(Event::kind)
        .contains(EventKind.RUN_SUBMITTED, EventKind.RUN_CANCELLING);
    assertThat(world.owner().from()).isNull();
    assertThat(world.orders().held()).isEmpty();
  }

  private static ProducerRecord<String, byte[]> part(ProducerRecord<String, byte[]> whole, int i) {
    byte[] value = whole.value();
    int half = value.length / 2;
    ProducerRecord<String, byte[]> part =
        new ProducerRecord<>(
            whole.topic(),
            0,
            Parts.key(whole.key(), i),
            Arrays.copyOfRange(value, i * half, i == 0 ? half : value.length));
    whole.headers().forEach(part.headers()::add);
    part.headers().add(Headers.PART, (i + "/2").getBytes(StandardCharsets.UTF_8));
    part.headers().add(Headers.PART_OF, "one".getBytes(StandardCharsets.UTF_8));
    return part;
  }

  @Test
  void threeOwnersThatEndAtOneInputParkItAndTheOthersAreDecided() {
    failing(input -> isSubmitted(input, "deadly"), new OutOfMemoryError("as if"));
    world.takeOverAfresh();
    world.send(Deployment.submitted("a", WORKSPACE));
    world.send(Deployment.submitted("deadly", WORKSPACE));
    world.send(Deployment.submitted("z", WORKSPACE));
    int deaths = 0;
    for (int i = 0; i < 10 && world.owner().applied() < 3; i++) {
      try {
        for (int steps = 0; steps < 5; steps++) {
          world.tenure.step();
        }
      } catch (OutOfMemoryError e) {
        deaths++;
        world.tenure.close();
        world.takeOverAfresh();
      }
    }
    assertThat(deaths).isBetween(3, 5);
    assertThat(world.owner().applied()).isEqualTo(3);
    assertThat(letters()).singleElement().extracting(DeadLetter::offset).isEqualTo(1L);
    assertThat(events()).extracting(Event::run).contains("a", "z");
  }

  @Test
  void whatIsDecidedOneByOneKeepsNothingElseFromGoingOn() {
    List<Long> asked = new ArrayList<>();
    world.silences.add(
        (workspaces, position) -> {
          asked.add(position);
          return List.of();
        });
    for (int owners = 0; owners < 3; owners++) {
      world.takeOverAfresh();
      world.tenure.close();
    }
    world.takeOverAfresh();
    world.send(Deployment.submitted("a", WORKSPACE));

    world.tenure.step();

    assertThat(events()).extracting(Event::run).contains("a");
    assertThat(asked).as("asked who is silent, though owners before came to nothing").isNotEmpty();
  }

  @Test
  void aGapInTheInboxHaltsItUntilAPersonSkipsIt() {
    world.takeOver();
    world.send(Deployment.submitted("a", WORKSPACE));
    world.tenure.step();
    world.tenure.close();
    world.send(Deployment.submitted("lost", WORKSPACE));
    world.send(Deployment.submitted("b", WORKSPACE));
    world.starts.put(Source.INBOX, 2L);

    world.takeOverAfresh().step();
    assertThat(world.tenure.trouble()).hasValueSatisfying(t -> assertThat(t).contains("deleted"));
    assertThat(world.owner().applied()).isEqualTo(1);
    world.send(new Order.InboxSkip("s", 0, 1, "seen", "me"));
    world.tenure.step();
    world.tenure.step();
    assertThat(world.tenure.trouble()).isEmpty();
    assertThat(events()).extracting(Event::run).contains("b").doesNotContain("lost");
  }

  @Test
  void silenceIsLookedForOnlyInWhatIsCommitted() {
    List<String> unwritten = new ArrayList<>();
    List<String> looked = new ArrayList<>();
    world.silences.add(
        (workspaces, position) -> {
          for (Workspaces.Held held : workspaces.held()) {
            held.state()
                .forEachUnclaimed(
                    each -> {
                      looked.add(each.node());
                      if (tasks("default").stream()
                          .noneMatch(task -> task.node().equals(each.node()))) {
                        unwritten.add(each.node());
                      }
                    });
          }
          return List.of();
        });
    world.takeOver();
    run("r1", "t.a", null);
    world.tenure.step();
    assertThat(tasks("default")).hasSize(1);
    assertThat(looked).contains("t.a");
    assertThat(unwritten).isEmpty();
  }

  @Test
  void commitsInSteps() {
    world.takeOver();
    int before = world.commits;
    for (int i = 0; i < 200; i++) {
      world.send(new InboxMessage.PlanRefused("nobody" + i, List.of("x"), 0));
    }
    world.tenure.step();
    assertThat(world.owner().applied()).isEqualTo(200);
    assertThat(world.commits - before).isBetween(4, 6);
  }

  @Test
  void aTaskOfANewPoolWaitsForItsTopicAndOneOfAForbiddenPoolFails() {
    List<Runnable> beside = new ArrayList<>();
    world.pools = new Pools(Set::of, pool -> {}, Set.of("gpu"), beside::add);
    world.takeOver();
    run("r1", "t.a", "gpu");
    world.tenure.step();
    assertThat(tasks("gpu")).isEmpty();
    world.tenure.step();
    beside.forEach(Runnable::run);
    world.tenure.step();
    assertThat(tasks("gpu")).hasSize(1);

    world.send(ok("r1", "t.a", tasks("gpu").getFirst().attempt()));
    world.tenure.step();
    run("r2", "t.b", "made-up");
    world.tenure.step();
    world.tenure.step();
    assertThat(events())
        .filteredOn(event -> event.run().equals("r2"))
        .extracting(Event::kind)
        .contains(EventKind.NODE_FAILED, EventKind.RUN_ENDED);
  }

  @Test
  void namesOfUnservedPoolsMakeNoTopicAndKeepNoOtherPoolFromItsOwn() throws Exception {
    Set<String> there = new java.util.concurrent.ConcurrentSkipListSet<>();
    List<String> made = new ArrayList<>();
    world.pools = new Pools(() -> there, made::add, Set.of(), Runnable::run);
    world.takeOver();
    Node[] nodes = new Node[100];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = Deployment.create("t.n" + i, "made-up-" + i);
    }
    world.send(submitted("many", "t.n0"));
    world.send(new InboxMessage.PlanPart("many", "p", 0, List.of(nodes), Map.of()));
    world.send(
        InboxMessage.Planned.of(
            draft -> {
              draft.run = "many";
              draft.planId = "p";
              draft.parts = 1;
              draft.nodes = nodes.length;
              draft.hash = "h";
            }));
    world.tenure.step();
    assertThat(made).isEmpty();

    there.add("gpu");
    world.send(submitted("other", "u.a"));
    world.send(
        new InboxMessage.PlanPart(
            "other", "q", 0, List.of(Deployment.create("u.a", "gpu")), Map.of()));
    world.send(
        InboxMessage.Planned.of(
            draft -> {
              draft.run = "other";
              draft.planId = "q";
              draft.parts = 1;
              draft.nodes = 1;
              draft.hash = "h";
            }));
    long until = System.nanoTime() + 5_000_000_000L;
    while (tasks("gpu").isEmpty() && System.nanoTime() < until) {
      world.tenure.step();
    }
    assertThat(tasks("gpu")).hasSize(1);
  }

  private static InboxMessage.Submitted submitted(String run, String target) {
    RunOptions options = new RunOptions(0, null, List.of(target), false, null, null, false, false);
    return new InboxMessage.Submitted(
        run, WORKSPACE, RunKind.APPLY, Json.object(), options, null, "test");
  }

  @Test
  void whatCouldNotBeSentIsSentByTheNextOwnerOnceThePoolIsThereAndNotTwice() throws Exception {
    Set<String> there = new java.util.concurrent.ConcurrentSkipListSet<>();
    world.pools = new Pools(() -> there, pool -> {}, Set.of(), Runnable::run);
    world.takeOver();
    run("r1", "t.a", "gpu");
    world.tenure.step();
    assertThat(tasks("gpu")).isEmpty();

    world.tenure.close();
    world.pools = new Pools(() -> there, pool -> {}, Set.of(), Runnable::run);
    world.takeOverAfresh().step();
    there.add("gpu");
    long until = System.nanoTime() + 5_000_000_000L;
    while (tasks("gpu").isEmpty() && System.nanoTime() < until) {
      world.tenure.step();
    }
    world.tenure.step();
    assertThat(tasks("gpu")).hasSize(1);

    world.tenure.close();
    world.pools = new Pools(() -> there, pool -> {}, Set.of(), Runnable::run);
    world.takeOverAfresh();
    for (int i = 0; i < 5; i++) {
      world.tenure.step();
    }
    assertThat(tasks("gpu")).as("what may have been sent is not sent again").hasSize(1);
  }

  @Test
  void aRunThatStopsDoesNotWaitForTasksThatWereNeverSent() {
    world.takeOver();
    run("r1", "t.a", "nobodys");
    world.tenure.step();
    world.send(new Order.Cancel("r1", false, "me"));
    world.tenure.step();
    world.tenure.step();
    assertThat(events()).extracting(Event::kind).contains(EventKind.RUN_ENDED);
  }

  @Test
  void aRunIsInformedOnceThatNoWorkerServesItsPool() throws Exception {
    world.close();
    world = new TenureWorld(folder.resolve("told"), Map.of("SLUICE_STATE_JUDGE_WORKERS_MS", "1"));
    world.mayJudge = true;
    world.living.put("1", "default");
    world.takeOver();
    run("r1", "t.a", "gpu");
    steps(20);
    assertThat(warnings("r1"))
        .singleElement()
        .asString()
        .contains("No worker serves pool gpu")
        .contains("sluice serve worker --pool gpu");

    world.living.put("2", "tpu");
    world.send(new Order.Abandon("r1", "me"));
    run("r2", "t.b", "tpu");
    steps(20);
    assertThat(warnings("r2")).isEmpty();
  }

  private void steps(int count) throws InterruptedException {
    for (int i = 0; i < count; i++) {
      world.tenure.step();
      Thread.sleep(2);
    }
  }

  private List<String> warnings(String run) {
    return events().stream()
        .filter(event -> event.run().equals(run) && event.kind() == EventKind.WARNING)
        .map(Event::text)
        .toList();
  }

  @Test
  void whatADeadWorkerHadReportedCountsBeforeItsLeaseIsLost() throws Exception {
    world.close();
    world = new TenureWorld(folder.resolve("dead"), Map.of("SLUICE_STATE_JUDGE_WORKERS_MS", "1"));
    world.mayJudge = true;
    world.living.put("1", "default");
    world.takeOver();
    run("r1", "t.a", null);
    world.tenure.step();
    world.send(new InboxMessage.Started("r1", "t.a", 1, "claim-1", "1", Phase.CALLING));
    steps(5);
    assertThat(warnings("r1")).isEmpty();

    // It has written its result, which comes late, and is gone.
    world.holdBack();
    long result = world.send(ok("r1", "t.a", 1));
    world.living.clear();
    steps(20);
    assertThat(events()).extracting(Event::kind).doesNotContain(EventKind.NODE_RETRYING);
    assertThat(tasks("default")).hasSize(1);
    world.arrive();
    steps(5);

    assertThat(world.owner().applied()).isGreaterThan(result);
    assertThat(tasks("default")).as("nobody does again what is done").hasSize(1);
    assertThat(events())
        .extracting(Event::kind)
        .contains(EventKind.NODE_SUCCEEDED, EventKind.RUN_ENDED);
  }

  @Test
  void saysHowItKeepsUp() throws Exception {
    world.takeOver();
    run("r1", "t.a", "gpu");
    world.send(submitted("r2", "t.z"));
    world.tenure.step();
    world.tenure.step();
    Thread.sleep(2_100);
    world.tenure.step();

    Standing standing = world.tenure.standing();
    assertThat(standing.inbox()).isZero();
    assertThat(standing.runs()).containsEntry("running", 1).hasSize(2);
    assertThat(standing.unclaimed()).containsExactly(Map.entry("gpu", 1));
    Standing.Waits waits = standing.waits();
    assertThat(waits.runs()).containsKeys("running").hasSize(2);
    assertThat(waits.tasks()).containsOnlyKeys("gpu");
    assertThat(waits.doubts()).isZero();
    assertThat(waits.attention()).isZero();
    assertThat(waits.applied()).containsOnlyKeys(0);
  }

  @Test
  void countsWhatIsCommittedAndOnlyThat() throws Exception {
    world.takeOver();
    run("r1", "t.a", "default");
    world.onCommit =
        () -> {
          throw new KafkaException("no answer");
        };
    assertThatThrownBy(() -> world.tenure.step()).isInstanceOf(Superseded.class);
    assertThat(world.measures.text()).doesNotContain("sluice_state_events_total");

    world.onCommit = () -> {};
    world.takeOver();
    steps(5);
    world.send(ok("r1", "t.a", 1));
    steps(5);

    assertThat(world.measures.text().lines())
        .contains(
            "sluice_state_events_total{kind=\"runSubmitted\"} 1.0",
            "sluice_state_events_total{kind=\"nodeSucceeded\"} 1.0",
            "sluice_state_events_total{kind=\"runEnded\"} 1.0",
            "sluice_run_queued_seconds_count 1",
            "sluice_run_planning_seconds_count 1",
            "sluice_run_seconds_count{kind=\"apply\",outcome=\"succeeded\"} 1");
  }

  @Test
  void aWorkspaceWhoseTimersFailIsShownAndTheOthersGoOn() {
    Poison poison = world.poison;
    poison.blame(new Origin.Own("w1"), "a bug");
    assertThat(poison.holds("w1")).isTrue();
    assertThat(poison.holds("w2")).isFalse();
    assertThat(poison.ailing()).containsOnlyKeys("w1");
    poison.recovered("w1");
    assertThat(poison.ailing()).isEmpty();
  }

  @Test
  void everyRunOfAWorkspaceWhoseTimersFailIsInformedOnce() {
    world.takeOver();
    world.send(Deployment.submitted("r1", WORKSPACE));
    world.tenure.step();
    world.poison.blame(new Origin.Own(WORKSPACE), "a bug");

    world.tenure.step();
    world.tenure.step();
    assertThat(warnings()).extracting(Event::run).containsExactly("r1");
    assertThat(warnings().getFirst().text()).contains("a bug");

    // Whoever comes while it lasts is told too, and so is everyone by the next owner.
    world.send(Deployment.submitted("r2", WORKSPACE));
    world.tenure.step();
    assertThat(warnings()).extracting(Event::run).contains("r2");
  }

  @Test
  void aTroubleThatCannotBeReportedEndsNothing() {
    Decider real = world.machine;
    world.machine =
        (state, input) -> {
          Transition transition = real.advance(state, input);
          return input instanceof Input.Troubled ? withLargeTask(transition) : transition;
        };
    world.takeOver();
    world.send(Deployment.submitted("r1", WORKSPACE));
    world.tenure.step();
    world.poison.blame(new Origin.Own(WORKSPACE), "a bug");
    assertThatThrownBy(() -> world.tenure.step()).isInstanceOf(Superseded.class);

    world.send(Deployment.submitted("r2", WORKSPACE));
    world.takeOver().step();
    assertThat(events()).extracting(Event::run).contains("r2");
    assertThat(world.owner().applied()).isEqualTo(2);
    assertThat(world.poison.ailing()).containsOnlyKeys(WORKSPACE);
  }

  private List<Event> warnings() {
    return events().stream().filter(event -> event.kind() == EventKind.WARNING).toList();
  }
}
