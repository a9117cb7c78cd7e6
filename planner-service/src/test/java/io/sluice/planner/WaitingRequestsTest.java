package io.sluice.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planner.loop.Crew;
import io.sluice.planner.loop.Demise;
import io.sluice.planner.loop.OrderedLoop;
import io.sluice.planner.loop.OrderedLoop.Wiring;
import io.sluice.planner.loop.Waiting;
import io.sluice.planner.request.KnownDocuments;
import io.sluice.planner.request.Look;
import io.sluice.planner.request.PlanRequests;
import io.sluice.planner.request.Snapshots;
import io.sluice.planning.TestTypes;
import io.sluice.planning.secret.Secrets;
import io.sluice.seal.Keyring;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.message.DeadLetters;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that can't be answered, and those beside them. */
class WaitingRequestsTest {
  private static final Keyring KEYRING = Keyring.of(new byte[32], "a test");

  /** A version that its owner may come to, and does not. */
  private static final long LATER = 4_000;

  private static final Duration TOLERANCE = Duration.ofSeconds(8);

  /** How long the owner waits for a version before it says that it has not come. */
  private static final Duration ITS_PATIENCE = Duration.ofMillis(100);

  private RealTopics topics;
  private Crew crew;

  @BeforeEach
  void deploy() {
    topics = new RealTopics(WaitingRequestsTest.class);
    crew = crew(Duration.ofSeconds(60));
  }

  private static Crew crew(Duration longestWait) {
    return new Crew(
        new Crew.Settings("planner", 8, Duration.ofSeconds(60), longestWait), Demise.EXIT);
  }

  private void waitAtMost(Duration longestWait) {
    crew.close();
    crew = crew(longestWait);
  }

  @AfterEach
  void stop() {
    crew.close();
    topics.close();
  }

  private static Snapshot there(String workspace, long version, Look look) {
    if (version == LATER) {
      LockSupport.parkNanos(look.again() ? 0 : ITS_PATIENCE.toNanos());
    }
    if (version > 3) {
      throw TransportFailure.behind("the workspace is at version 3", 3L);
    }
    return new Snapshot(workspace, 3, 5, null, List.of(), null, List.of());
  }

  @Test
  void aBystanderDoesNotWaitForVersionsThatNeverCome() {
    List<String> names = neighbours(61);

    try (OrderedLoop loop = loop(WaitingRequestsTest::there)) {
      request(names.getLast(), "before", 3);
      assertThat(answered(1)).containsExactly("before");
      names.subList(0, 60).forEach(name -> request(name, "forged-" + name, LATER));
      long began = System.nanoTime();
      request(names.getLast(), "bystander", 3);
      assertThat(answered(2)).containsExactly("before", "bystander");
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TOLERANCE);
    }
  }

  @Test
  void aRequestWhoseTimeIsOverIsPassedOverAndTheNextOfItsWorkspaceIsAnswered() {
    waitAtMost(Duration.ofSeconds(2));
    for (int i = 0; i < 24; i++) {
      request("w1", "forged-" + i, LATER);
    }
    request("w1", "real", 3);

    try (OrderedLoop loop = loop(WaitingRequestsTest::there)) {
      long began = System.nanoTime();
      await(() -> !loop.waiting(Duration.ofSeconds(1)).isEmpty());
      assertThat(loop.waiting(Duration.ofSeconds(1)))
          .first()
          .satisfies(
              waiting -> {
                assertThat(waiting.partition()).isEqualTo(topics.messages.partition("w1"));
                assertThat(waiting.awaited()).contains("a version");
              });
      assertThat(answered(1)).containsExactly("real");
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isGreaterThan(Duration.ofMillis(1_500))
          .isLessThan(Duration.ofSeconds(10));
      assertThat(loop.passed()).isEqualTo(24);
      assertThat(loop.waiting(Duration.ZERO)).isEmpty();
      await(() -> committed("w1") >= 25);
    }
  }

  @Test
  void waitsForAnAbsentOwnerAndAnswersItsRequestsOnceItIsBack() {
    AtomicBoolean away = new AtomicBoolean(true);
    for (String name : neighbours(5)) {
      request(name, "run-" + name, 3);
    }
    Snapshots coming =
        (workspace, version, look) -> {
          if (away.get()) {
            throw new TransportFailure(TransportFailure.Code.UNREACHABLE, "no owner");
          }
          return there(workspace, version, look);
        };

    try (OrderedLoop loop = loop(coming)) {
      await(
          () -> loop.waiting(Duration.ofSeconds(1)).stream().mapToInt(Waiting::records).sum() == 5);
      assertThat(loop.waiting(Duration.ZERO).getFirst().awaited()).contains("the owner");
      away.set(false);
      assertThat(answered(5)).hasSize(5);
      assertThat(loop.passed()).isZero();
    }
  }

  @Test
  void aRequestForAnImpossibleVersionIsSkippedAtOnce() {
    for (int i = 0; i < 20; i++) {
      request("w1", "forged-" + i, 1L << 60);
    }
    request("w1", "real", 3);

    try (OrderedLoop loop = loop(WaitingRequestsTest::there)) {
      long began = System.nanoTime();
      assertThat(answered(1)).containsExactly("real");
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TOLERANCE.plusSeconds(4));
      assertThat(loop.passed()).isEqualTo(20);
    }
  }

  @Test
  void moreThanAPartitionReadsAheadDoNotHoldItBack() {
    List<String> names = neighbours(300);
    names.subList(0, 299).forEach(name -> request(name, "forged-" + name, 2_000));
    request(names.getLast(), "bystander", 3);

    try (OrderedLoop loop = loop(WaitingRequestsTest::there)) {
      long began = System.nanoTime();
      assertThat(answered(1)).containsExactly("bystander");
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(8));
    }
  }

  private static void await(BooleanSupplier condition) {
    long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(until);
      LockSupport.parkNanos(10_000_000);
    }
  }

  private long committed(String workspace) {
    String topic = topics.messages.topics().planRequests();
    try (Admin admin = topics.clients.admin()) {
      return admin
          .listConsumerGroupOffsets("group-" + topic)
          .partitionsToOffsetAndMetadata()
          .get()
          .get(new TopicPartition(topic, topics.messages.partition(workspace)))
          .offset();
    } catch (InterruptedException | ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> answered(int plans) {
    return topics
        .payloads(topics.messages.topics().inbox(), 2, 2 * plans, InboxMessage.class)
        .stream()
        .filter(Planned.class::isInstance)
        .map(InboxMessage::run)
        .toList();
  }

  private OrderedLoop loop(Snapshots snapshots) {
    DeadLetters letters = new DeadLetters(topics.messages.topics(), "planner");
    String topic = topics.messages.topics().planRequests();
    return new OrderedLoop(
            topics.clients,
            new Wiring(topic, "group-" + topic, "group-" + topic + "-t"),
            new PlanRequests(
                topics.messages,
                letters,
                TestTypes.REGISTRY,
                snapshots,
                parts -> {},
                pools -> Set.of("default"),
                new Secrets(KEYRING),
                new KnownDocuments(),
                Clock.systemUTC()),
            letters,
            crew,
            Demise.EXIT)
        .start();
  }

  /** Workspaces of one partition. */
  private List<String> neighbours(int count) {
    int partition = topics.messages.partition("w");
    return IntStream.range(0, 1_000)
        .mapToObj(i -> "w" + i)
        .filter(name -> topics.messages.partition(name) == partition)
        .limit(count)
        .toList();
  }

  private void request(String workspace, String run, long version) {
    PlanRun request =
        PlanRun.of(
            draft -> {
              draft.run = run;
              draft.workspace = workspace;
              draft.epoch = 5;
              draft.version = version;
              draft.kind = RunKind.APPLY;
              draft.document =
                  Json.object()
                      .put("schema_version", 2)
                      .put("workspace", workspace)
                      .set("resources", Json.toTree(List.of(Map.of("name", "a", "type", "host"))));
              draft.options = RunOptions.DEFAULT;
              draft.window = 10;
            });
    topics.messages.planRequest(request, Instant.now()).forEach(topics::send);
  }
}
