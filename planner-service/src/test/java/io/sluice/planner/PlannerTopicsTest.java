package io.sluice.planner;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.PlanRefused;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Snapshot;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planner.loop.Crew;
import io.sluice.planner.loop.Demise;
import io.sluice.planner.loop.OrderedLoop;
import io.sluice.planner.loop.OrderedLoop.Wiring;
import io.sluice.planner.loop.Work;
import io.sluice.planner.request.KnownDocuments;
import io.sluice.planner.request.PartSender;
import io.sluice.planner.request.PlanRequests;
import io.sluice.planner.request.Snapshots;
import io.sluice.planner.submission.Submissions;
import io.sluice.planning.TestTypes;
import io.sluice.planning.document.CheckedDocument;
import io.sluice.planning.document.check.DocumentCheck;
import io.sluice.planning.secret.SealedLiterals;
import io.sluice.planning.secret.Secrets;
import io.sluice.seal.Keyring;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlannerTopicsTest {
  private static final Keyring KEYRING = Keyring.of(new byte[32], "a test");
  private static final String DOCUMENT =
      "{\"schema_version\": 2, \"workspace\": \"w\", \"resources\":"
          + " [{\"name\": \"a\", \"type\": \"host\"}]}";

  private final Crew crew =
      new Crew(
          new Crew.Settings("planner", 4, Duration.ofSeconds(60), Duration.ofSeconds(60)),
          (what, cause) -> {
            throw new AssertionError(what, cause);
          });
  private RealTopics topics;
  private DeadLetters letters;

  @BeforeEach
  void deploy() {
    topics = new RealTopics(PlannerTopicsTest.class);
    letters = new DeadLetters(topics.messages.topics(), "planner");
  }

  @AfterEach
  void stop() {
    crew.close();
    topics.close();
  }

  private OrderedLoop loop(String topic, Work work) {
    String group = "group-" + topic;
    return new OrderedLoop(
            topics.clients,
            new Wiring(topic, group, group + "-t"),
            work,
            letters,
            crew,
            Demise.EXIT)
        .start();
  }

  private OrderedLoop submissions() {
    return loop(
        topics.messages.topics().plans(),
        new Submissions(
            topics.messages,
            letters,
            TestTypes.REGISTRY,
            KEYRING,
            new KnownDocuments(),
            Clock.systemUTC()));
  }

  private OrderedLoop requests(Snapshot snapshot, PartSender parts) {
    return requests((workspace, version, longest) -> snapshot, parts);
  }

  private OrderedLoop requests(Snapshots snapshots, PartSender parts) {
    return loop(
        topics.messages.topics().planRequests(),
        new PlanRequests(
            topics.messages,
            letters,
            TestTypes.REGISTRY,
            snapshots,
            parts,
            pools -> Set.of("default"),
            new Secrets(KEYRING),
            new KnownDocuments(),
            Clock.systemUTC()));
  }

  @Test
  void rubbishIsParkedAndTheNextSubmissionGoesThrough() {
    topics.submit("rubbish", "{{{{");
    topics.submit("faulty", "{\"schema_version\": 2, \"workspace\": \"w\", \"resource\": []}");
    topics.submit("good", DOCUMENT);

    try (OrderedLoop loop = submissions()) {
      List<Submitted> submitted =
          topics.payloads(topics.messages.topics().inbox(), 2, 1, Submitted.class);
      List<Event> refusals = topics.payloads(topics.messages.topics().events(), 2, 2, Event.class);
      List<DeadLetter> parked =
          topics.payloads(topics.messages.topics().deadLetters(), 1, 1, DeadLetter.class);

      assertThat(submitted).extracting(Submitted::run).containsExactly("good");
      assertThat(parked)
          .singleElement()
          .satisfies(
              letter -> {
                assertThat(letter.value()).asString().isEqualTo("{{{{");
                assertThat(letter.cause()).contains("line 1, column 2: Invalid JSON");
              });
      assertThat(refusals)
          .extracting(Event::kind, Event::run)
          .containsExactlyInAnyOrder(
              org.assertj.core.groups.Tuple.tuple(EventKind.REFUSED, "rubbish"),
              org.assertj.core.groups.Tuple.tuple(EventKind.REFUSED, "faulty"));
      JsonNode faults =
          refusals.stream()
              .filter(event -> event.run().equals("faulty"))
              .findFirst()
              .orElseThrow()
              .data();
      assertThat(faults.path("diagnostics").findValuesAsText("summary"))
          .containsExactly("Missing field", "Unknown field");
    }
  }

  @Test
  void namesOfAnyLengthAreRefusedAndTheNextSubmissionGoesThrough() {
    String name = "n".repeat(2_000_000);
    topics.submit("workspace", DOCUMENT.replace("\"w\"", "\"" + name + "\""));
    topics.submit("resource", DOCUMENT.replace("\"a\"", "\"" + name + "\""));
    topics.submit("field", DOCUMENT.replace("\"type\"", "\"" + name + "\""));
    topics.submit(name, DOCUMENT.replace("\"host\"", "\"none\""));
    topics.submit("bytes", "{".repeat(6_000_000));
    topics.submit("good", DOCUMENT);

    try (OrderedLoop loop = submissions()) {
      assertThat(topics.payloads(topics.messages.topics().inbox(), 2, 1, Submitted.class))
          .extracting(Submitted::run)
          .containsExactly("good");
      List<Event> refusals = topics.payloads(topics.messages.topics().events(), 2, 5, Event.class);
      assertThat(refusals)
          .extracting(Event::run)
          .contains("workspace", "resource", "field", "bytes")
          .hasSize(5);
      assertThat(refusals).allMatch(event -> event.text().length() < 30_000);
    }
  }

  @Test
  void aSubmissionInPartsIsOneAndHasOneRun() {
    byte[] document = DOCUMENT.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 2; i++) {
      byte[] half =
          i == 0
              ? java.util.Arrays.copyOf(document, 40)
              : java.util.Arrays.copyOfRange(document, 40, document.length);
      ProducerRecord<String, byte[]> record =
          new ProducerRecord<>(topics.messages.topics().plans(), 0, "mine#part/" + i, half);
      RealTopics.part(record, Headers.PART, i + "/2");
      RealTopics.part(record, Headers.RUN, "parts");
      topics.send(record);
    }

    try (OrderedLoop loop = submissions()) {
      assertThat(topics.payloads(topics.messages.topics().inbox(), 2, 1, Submitted.class))
          .extracting(Submitted::run)
          .containsExactly("parts");
    }
  }

  @Test
  void sealsSecretsThatStandInADocument() {
    topics.submit(
        "secret",
        DOCUMENT.replace("\"host\"}", "\"host\", \"config\": {\"secret\": \"canary-31\"}}"));

    try (OrderedLoop loop = submissions()) {
      byte[] submitted = topics.values(topics.messages.topics().inbox(), 2, 1).getFirst();

      assertThat(new String(submitted, StandardCharsets.UTF_8))
          .contains("$sealed")
          .doesNotContain("canary-31");
    }
  }

  @Test
  void takesSubmissionsWhoseSecretsWereSealedBeforeTheyWereSent() {
    JsonNode document =
        json(DOCUMENT.replace("\"host\"}", "\"host\", \"config\": {\"secret\": \"canary-33\"}}"));
    if (!(DocumentCheck.check(document, TestTypes.REGISTRY, DocumentCheck.Options.STRICT)
        instanceof DocumentCheck.Checked(CheckedDocument checked))) {
      throw new AssertionError("the document is good");
    }
    JsonNode sealed = SealedLiterals.of(checked, TestTypes.REGISTRY, KEYRING.sealer(), "w");
    topics.submit("sealed", sealed.toString());
    topics.submit("foreign", sealed.toString().replace("\"w\"", "\"v\""));

    try (OrderedLoop loop = submissions()) {
      byte[] submitted = topics.values(topics.messages.topics().inbox(), 2, 1).getFirst();
      List<Event> refused = topics.payloads(topics.messages.topics().events(), 2, 1, Event.class);

      assertThat(new String(submitted, StandardCharsets.UTF_8))
          .contains("\"sealed\"", "$sealed")
          .doesNotContain("canary-33");
      assertThat(refused).extracting(Event::run).containsExactly("foreign");
      for (byte[] value : topics.now(topics.messages.topics().plans(), 2)) {
        assertThat(new String(value, StandardCharsets.UTF_8)).doesNotContain("canary-33");
      }
    }
  }

  @Test
  void plansARequestWithItsFirstTasks() {
    request(
        "run",
        5,
        "\"host\"}, {\"name\": \"b\", \"type\": \"disk\", \"config\":"
            + " {\"path\": \"${a.id}\"}}",
        10);

    try (OrderedLoop loop = requests(empty(5), parts -> {})) {
      List<InboxMessage> messages =
          topics.payloads(topics.messages.topics().inbox(), 2, 2, InboxMessage.class);
      List<Task> tasks =
          topics.payloads(topics.messages.topics().tasks("default"), 2, 1, Task.class);

      assertThat(messages).hasSize(2);
      PlanPart part = (PlanPart) messages.get(0);
      Planned planned = (Planned) messages.get(1);
      assertThat(part.nodes()).extracting(node -> node.id()).containsExactly("host.a", "disk.b");
      assertThat(planned.parts()).isEqualTo(1);
      assertThat(planned.nodes()).isEqualTo(2);
      assertThat(planned.released())
          .extracting(released -> released.node())
          .containsExactly("host.a");
      assertThat(tasks)
          .singleElement()
          .satisfies(
              task -> {
                assertThat(task.address()).hasToString("host.a");
                assertThat(task.token()).isEqualTo(planned.released().getFirst().token());
              });
    }
  }

  @Test
  void keepsSealedInItsTasksWhatStateHoldsSealed() {
    JsonNode sealed =
        KEYRING
            .sealer()
            .sealPaths("w", "host.a", json("{\"secret\": \"canary-32\"}"), List.of("/secret"));
    request("run", 5, "\"host\", \"config\": {\"name\": \"new\"}}", 10);
    Snapshot snapshot = new Snapshot("w", 3, 5, null, List.of(made(sealed)), null, List.of());

    try (OrderedLoop loop = requests(snapshot, parts -> {})) {
      byte[] task = topics.values(topics.messages.topics().tasks("default"), 2, 1).getFirst();

      assertThat(new String(task, StandardCharsets.UTF_8))
          .contains("\"UPDATE\"", "$sealed")
          .doesNotContain("canary-32");
    }
  }

  @Test
  void sealsSecretsOfABlockThatTheRunExpands() {
    request(
        "run",
        5,
        "\"host\"}, {\"name\": \"b\", \"type\": \"host\", \"count\": \"${a.output}\", \"config\":"
            + " {\"secret\": \"canary-34-${count.index}\"}}",
        10);

    try (OrderedLoop loop = requests(empty(5), parts -> {})) {
      List<InboxMessage> plan =
          topics.payloads(topics.messages.topics().inbox(), 2, 2, InboxMessage.class);
      Node expand = ((PlanPart) plan.getFirst()).nodes().getLast();
      assertThat(expand.action()).isEqualTo(Action.EXPAND);
      ExpandNode request =
          new ExpandNode("run", "w", 5, 3, expand, Map.of("a.output", json("2")), 0);
      topics.messages.planRequest(request, Instant.now()).forEach(topics::send);
      List<byte[]> inbox = topics.values(topics.messages.topics().inbox(), 2, 3);

      assertThat(inbox)
          .extracting(bytes -> new String(bytes, StandardCharsets.UTF_8))
          .noneMatch(text -> text.contains("canary-34"))
          .anyMatch(text -> text.contains("\"Expanded\"") && text.contains("host.b[1]"));
      assertThat(Json.text(request)).contains("$sealed").doesNotContain("canary-34");
    }
  }

  private static StateRecord made(JsonNode values) {
    return StateRecord.of(
        draft -> {
          draft.workspace = "w";
          draft.address = Address.of("host.a");
          draft.type = "host";
          draft.id = "id-a";
          draft.attributes = values;
          draft.desired = values;
          draft.sensitivePaths = List.of("/secret");
          draft.status = RecordStatus.OK;
          draft.version = 3;
          draft.epoch = 1;
          draft.runId = "before";
          draft.updatedAt = Instant.EPOCH;
        });
  }

  @Test
  void answersEveryRequestWhicheverOwnerSentIt() {
    request("faulty", 5, "\"hosst\"}", 10, 3);
    request("former", 4, "\"host\"}", 10, 2);
    request("later", 5, "\"host\"}", 10, 0);

    try (OrderedLoop loop = requests(empty(5), parts -> {})) {
      List<InboxMessage> messages =
          topics.payloads(topics.messages.topics().inbox(), 2, 5, InboxMessage.class);

      assertThat(messages)
          .extracting(InboxMessage::run)
          .containsExactlyInAnyOrder("faulty", "former", "former", "later", "later");
      assertThat(messages.stream().filter(PlanRefused.class::isInstance))
          .singleElement()
          .satisfies(
              refused -> {
                assertThat(((PlanRefused) refused).round()).isEqualTo(3);
                assertThat(((PlanRefused) refused).reasons())
                    .singleElement()
                    .asString()
                    .contains("Unknown resource type");
              });
      assertThat(messages.stream().filter(Planned.class::isInstance).map(Planned.class::cast))
          .extracting(Planned::run, Planned::round)
          .containsExactlyInAnyOrder(
              org.assertj.core.groups.Tuple.tuple("former", 2),
              org.assertj.core.groups.Tuple.tuple("later", 0));
    }
  }

  @Test
  void plansAgainAfterADeathBetweenPartsAndPlan() {
    StringBuilder many = new StringBuilder("\"host\"}");
    for (int i = 0; i < 1_500; i++) {
      many.append(", {\"name\": \"n").append(i).append("\", \"type\": \"host\", \"config\":");
      many.append(" {\"name\": \"").append("x".repeat(300)).append("\"}}");
    }
    request("large", 5, many.toString(), 7);
    AtomicInteger attempts = new AtomicInteger();
    PartSender dying =
        parts -> {
          parts.forEach(topics::send);
          if (attempts.incrementAndGet() == 1) {
            throw new TransportFailure(TransportFailure.Code.UNREACHABLE, "died here");
          }
        };

    try (OrderedLoop loop = requests(empty(5), dying)) {
      List<InboxMessage> messages = List.of();
      for (int i = 0; i < 100 && messages.stream().noneMatch(Planned.class::isInstance); i++) {
        messages = topics.payloads(topics.messages.topics().inbox(), 2, 3, InboxMessage.class);
      }

      List<PlanPart> parts =
          messages.stream().filter(PlanPart.class::isInstance).map(PlanPart.class::cast).toList();
      List<Planned> planned =
          messages.stream().filter(Planned.class::isInstance).map(Planned.class::cast).toList();
      assertThat(attempts).hasValue(2);
      assertThat(planned).hasSize(1);
      assertThat(parts).hasSize(2 * planned.getFirst().parts());
      assertThat(parts)
          .allSatisfy(part -> assertThat(part.planId()).isEqualTo(planned.getFirst().planId()));
      assertThat(planned.getFirst().nodes()).isEqualTo(1_501);
      assertThat(topics.payloads(topics.messages.topics().tasks("default"), 2, 7, Task.class))
          .hasSize(7);
    }
  }

  @Test
  void leavesNodesOfAPoolWithoutATopicToTheMachine() {
    request("gpu", 5, "\"host\", \"pool\": \"gpu\"}", 10);
    request("usual", 5, "\"host\"}", 10);

    try (OrderedLoop loop = requests(empty(5), parts -> {})) {
      List<Planned> planned =
          topics.payloads(topics.messages.topics().inbox(), 2, 4, InboxMessage.class).stream()
              .filter(Planned.class::isInstance)
              .map(Planned.class::cast)
              .toList();

      assertThat(planned)
          .extracting(Planned::run, one -> one.released().size())
          .containsExactlyInAnyOrder(
              org.assertj.core.groups.Tuple.tuple("gpu", 0),
              org.assertj.core.groups.Tuple.tuple("usual", 1));
    }
  }

  @Test
  void aRequestOverWhichProcessesEndedAgainAndAgainIsRefusedAndTheNextIsPlanned() throws Exception {
    request("deadly", 5, "\"host\"}", 10);
    request("fine", 5, "\"host\"}", 10);
    ended(4);

    try (OrderedLoop loop = requests(empty(5), parts -> {})) {
      List<InboxMessage> answers =
          topics.payloads(topics.messages.topics().inbox(), 2, 3, InboxMessage.class);
      assertThat(answers.stream().filter(PlanRefused.class::isInstance))
          .singleElement()
          .satisfies(
              refused -> {
                assertThat(refused.run()).isEqualTo("deadly");
                assertThat(refused.toString()).contains("ended 4 times");
              });
      assertThat(answers.stream().filter(Planned.class::isInstance))
          .extracting(InboxMessage::run)
          .containsExactly("fine");
    }
  }

  @Test
  void whereProcessesHaveEndedRequestsArePlannedOneByOne() throws Exception {
    for (int i = 0; i < 4; i++) {
      request("w", "run" + i);
    }
    ended(2);
    AtomicInteger together = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Snapshots alone =
        (workspace, version, longest) -> {
          most.accumulateAndGet(together.incrementAndGet(), Math::max);
          LockSupport.parkNanos(50_000_000);
          together.decrementAndGet();
          return empty(5);
        };

    try (OrderedLoop loop = requests(alone, parts -> {})) {
      assertThat(topics.payloads(topics.messages.topics().inbox(), 2, 8, Planned.class)).hasSize(4);
    }
    assertThat(most).hasValue(1);
  }

  /** So many processes have taken up each partition, and answered nothing of it. */
  private void ended(int processes) throws Exception {
    String text = "answered:" + "0,0,".repeat(processes);
    OffsetAndMetadata taken = new OffsetAndMetadata(0, text.substring(0, text.length() - 1));
    String requests = topics.messages.topics().planRequests();
    try (Admin admin = topics.clients.admin()) {
      admin
          .alterConsumerGroupOffsets(
              "group-" + requests,
              Map.of(
                  new TopicPartition(requests, 0), taken, new TopicPartition(requests, 1), taken))
          .all()
          .get();
    }
  }

  @Test
  void refusesAPlanThatNamesMorePoolsThanARunMay() {
    StringBuilder resources = new StringBuilder("\"host\"}");
    for (int i = 1; i < 10; i++) {
      resources.append(
          ", {\"name\": \"r%d\", \"type\": \"host\", \"pool\": \"p%d\"}".formatted(i, i));
    }
    request("pools", 5, resources.toString(), 10);

    try (OrderedLoop loop = requests(empty(5), parts -> {})) {
      assertThat(topics.payloads(topics.messages.topics().inbox(), 2, 1, InboxMessage.class))
          .singleElement()
          .satisfies(
              answer ->
                  assertThat(answer.toString()).contains("names 9 pools").contains("may name 8"));
    }
  }

  @Test
  void refusesByNameWhatNoTaskCanCarry() {
    String large = "x".repeat(1_000_000);
    request("large", 5, "\"host\", \"config\": {\"name\": \"" + large + "\"}}", 10);

    try (OrderedLoop loop = requests(empty(5), parts -> {})) {
      assertThat(topics.payloads(topics.messages.topics().inbox(), 2, 1, InboxMessage.class))
          .singleElement()
          .satisfies(
              refused ->
                  assertThat(((PlanRefused) refused).reasons())
                      .singleElement()
                      .asString()
                      .contains("host.a is larger than a worker can receive"));
    }
  }

  @Test
  void refusesAChangeThatNoTaskCanCarryWithWhatIsKnownOfTheObject() {
    StateRecord record =
        StateRecord.of(
            draft -> {
              draft.workspace = "w";
              draft.address = Address.of("host.a");
              draft.type = "host";
              draft.id = "id";
              draft.attributes = Json.object().put("id", "id").put("output", "x".repeat(700_000));
              draft.desired = Json.object().put("name", "small");
              draft.status = RecordStatus.OK;
              draft.version = 1;
              draft.epoch = 1;
              draft.runId = "before";
              draft.updatedAt = Instant.EPOCH;
            });
    Snapshot there = new Snapshot("w", 3, 5, null, List.of(record), null, List.of());
    String large = "x".repeat(300_000);
    request("large", 5, "\"host\", \"config\": {\"name\": \"" + large + "\"}}", 10);

    try (OrderedLoop loop = requests(there, parts -> {})) {
      assertThat(topics.payloads(topics.messages.topics().inbox(), 2, 1, InboxMessage.class))
          .singleElement()
          .satisfies(
              refused ->
                  assertThat(((PlanRefused) refused).reasons())
                      .singleElement()
                      .asString()
                      .contains(
                          "host.a, together with its known attributes, is larger than a worker can")
                      .contains("901120 bytes"));
    }
  }

  @Test
  void aPlanThatOverflowsTheStackIsRefusedAndItsNeighbourIsPlanned() {
    Snapshots overflowing =
        (workspace, version, longest) -> {
          if (workspace.equals("w")) {
            throw new StackOverflowError();
          }
          return new Snapshot(workspace, 3, 5, null, List.of(), null, List.of());
        };
    request("deep", 5, "\"host\"}", 10, 4);
    request(neighbour(), "beside");

    try (OrderedLoop loop = requests(overflowing, parts -> {})) {
      List<InboxMessage> messages =
          topics.payloads(topics.messages.topics().inbox(), 2, 3, InboxMessage.class);
      assertThat(messages)
          .filteredOn(PlanRefused.class::isInstance)
          .singleElement()
          .isEqualTo(
              new PlanRefused(
                  "deep", List.of("The run cannot be planned: it is nested too deeply"), 4));
      assertThat(messages)
          .filteredOn(Planned.class::isInstance)
          .extracting(InboxMessage::run)
          .containsExactly("beside");
    }
  }

  @Test
  void answersOthersWhileOneIsSlowAndNoneTwice() throws InterruptedException {
    CountDownLatch slow = new CountDownLatch(1);
    Snapshots waiting =
        (workspace, version, longest) -> {
          try {
            if (workspace.equals("w")) {
              slow.await();
            }
          } catch (InterruptedException e) {
            throw new TransportFailure(TransportFailure.Code.UNREACHABLE, "closing");
          }
          return new Snapshot(workspace, 3, 5, null, List.of(), null, List.of());
        };
    request("slow", 5, "\"host\"}", 10);
    request(neighbour(), "quick");

    try (OrderedLoop loop = requests(waiting, parts -> {})) {
      assertThat(topics.payloads(topics.messages.topics().inbox(), 2, 2, InboxMessage.class))
          .extracting(InboxMessage::run)
          .containsExactly("quick", "quick");
    }
    slow.countDown();
    try (OrderedLoop loop = requests(waiting, parts -> {})) {
      assertThat(topics.payloads(topics.messages.topics().inbox(), 2, 4, InboxMessage.class))
          .extracting(InboxMessage::run)
          .containsExactlyInAnyOrder("quick", "quick", "slow", "slow");
      Thread.sleep(500);
      assertThat(topics.payloads(topics.messages.topics().tasks("default"), 2, 2, Task.class))
          .extracting(Task::run)
          .containsExactlyInAnyOrder("quick", "slow");
    }
  }

  /** Another workspace of the same partition. */
  private String neighbour() {
    int partition = topics.messages.partition("w");
    return java.util.stream.IntStream.range(0, 100)
        .mapToObj(i -> "w" + i)
        .filter(name -> topics.messages.partition(name) == partition)
        .findFirst()
        .orElseThrow();
  }

  private static Snapshot empty(long epoch) {
    return new Snapshot("w", 3, epoch, null, List.of(), null, List.of());
  }

  private void request(String run, long epoch, String firstType, int window) {
    request(run, epoch, firstType, window, 0);
  }

  private void request(String run, long epoch, String firstType, int window, int round) {
    PlanRun request =
        PlanRun.of(
            draft -> {
              draft.run = run;
              draft.workspace = "w";
              draft.epoch = epoch;
              draft.version = 3;
              draft.kind = RunKind.APPLY;
              draft.document = json(DOCUMENT.replace("\"host\"}", firstType));
              draft.options = RunOptions.DEFAULT;
              draft.window = window;
              draft.round = round;
            });
    topics.messages.planRequest(request, Instant.now()).forEach(topics::send);
  }

  private void request(String workspace, String run) {
    JsonNode document = json(DOCUMENT.replace("\"w\"", "\"" + workspace + "\""));
    PlanRun request =
        PlanRun.of(
            draft -> {
              draft.run = run;
              draft.workspace = workspace;
              draft.epoch = 5;
              draft.version = 3;
              draft.kind = RunKind.APPLY;
              draft.document = document;
              draft.options = RunOptions.DEFAULT;
              draft.window = 10;
            });
    topics.messages.planRequest(request, Instant.now()).forEach(topics::send);
  }

  private static JsonNode json(String text) {
    try {
      return Json.tree(text.getBytes(StandardCharsets.UTF_8));
    } catch (io.sluice.model.json.MalformedMessage e) {
      throw new AssertionError(e);
    }
  }
}
