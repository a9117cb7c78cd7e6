package io.sluice.state;

import static io.sluice.state.Deployment.edit;
import static io.sluice.state.Deployment.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Order;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Snapshot;
import io.sluice.model.message.Task;
import io.sluice.model.record.StateRecord;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.message.Messages;
import io.sluice.transport.query.QueryClient;
import io.sluice.transport.topic.TopicSetup;
import io.sluice.transport.topic.Topics;
import io.sluice.transport.zookeeper.Announcement;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateServiceTest {
  @TempDir Path folder;
  private Deployment sluice;
  private String workspace;

  @BeforeEach
  void deploy() {
    sluice = new Deployment(StateServiceTest.class, folder);
    workspace = sluice.workspace(0);
  }

  @AfterEach
  void close() {
    sluice.close();
  }

  @Test
  void commitsADecisionToStateAndItsLogAndServesIt() throws Exception {
    sluice.start("a");
    long offset = sluice.send(workspace, edit("r1", workspace, "t.a[\"x/y %\"]", 1));

    Snapshot snapshot = sluice.snapshot(workspace, offset);

    assertThat(snapshot.epoch()).isEqualTo(1);
    StateRecord record = snapshot.resources().getFirst();
    assertThat(record.version()).isEqualTo(snapshot.version());
    var state = sluice.read(sluice.topics().state(), 0);
    var log = sluice.read(sluice.topics().stateLog(), 0);
    assertThat(state).hasSize(1);
    assertThat(state.getFirst().value()).isEqualTo(log.getFirst().value());
    assertThat(Envelope.decode(state.getFirst().value(), StateRecord.class)).isEqualTo(record);
    Address address = new Address("t.a[\"x/y %\"]");
    assertThat(sluice.queries.resource(workspace, address).path("id").asText()).isEqualTo("id-1");
    assertThat(sluice.queries.value(workspace, address, record.version(), "value").asInt())
        .isEqualTo(1);
    assertThatThrownBy(
            () -> sluice.queries.value(workspace, address, record.version() + 1, "value"))
        .isInstanceOfSatisfying(
            TransportFailure.class,
            e -> assertThat(e.code()).isEqualTo(TransportFailure.Code.NOT_FOUND));
  }

  @Test
  void refusesAVersionThatIsNotReachedAndACallerWithoutTheToken() throws Exception {
    sluice.start("a");
    assertThat(sluice.queries.snapshot(workspace, 0).resources()).isEmpty();
    long offset = sluice.send(workspace, edit("r1", workspace, "t.a", 1));
    sluice.snapshot(workspace, offset);
    Announcement owner = sluice.owners.owner(workspace).orElseThrow();
    assertThat(status(owner, "/v1/workspaces/" + workspace + "/snapshot?minVersion=99", true))
        .isEqualTo(409);
    assertThat(status(owner, "/v1/workspaces/" + workspace + "/snapshot", false)).isEqualTo(401);
    assertThat(status(owner, "/v1/workspaces/" + workspace + "/resources/t.b", true))
        .isEqualTo(404);
    assertThat(status(owner, "/health", false)).isEqualTo(200);
  }

  private int status(Announcement owner, String path, boolean token) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(owner.address() + path));
    if (token) {
      request.header("Authorization", "Bearer " + sluice.owners.httpToken());
    }
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
    }
  }

  @Test
  void aRestartFindsTheSameWithItsStoreAndWithout() throws Exception {
    StateService first = sluice.start("a");
    long sent = sluice.send(workspace, edit("r1", workspace, "t.a", "x".repeat(2_000_000)));
    long offset = sluice.applied(workspace, sent);
    Snapshot before = sluice.queries.snapshot(workspace, offset);
    first.close();

    sluice.start("a");
    Snapshot again = sluice.queries.snapshot(workspace, offset);
    assertThat(again.resources()).isEqualTo(before.resources());
    assertThat(again.epoch()).isEqualTo(2);
    sent = sluice.send(workspace, edit("r2", workspace, "t.a", 2));
    long next = sluice.applied(workspace, sent);
    Snapshot smaller = sluice.queries.snapshot(workspace, next);
    sluice.start("a-helper").close();
    sluice.close();

    Deployment same = sluice;
    StateService fresh =
        StateService.start(
            same.connection,
            Map.of("SLUICE_DATA", folder.resolve("new").toString(), "SLUICE_STATE_NAME", "b"));
    try (var ensemble = io.sluice.transport.zookeeper.Ensemble.connect(same.connection);
        QueryClient queries =
            new QueryClient(
                new io.sluice.transport.zookeeper.OwnerDirectory(ensemble, same.connection),
                Duration.ofSeconds(20))) {
      // The parts of the large value before are gone, or it would be back.
      assertThat(queries.snapshot(workspace, next).resources()).isEqualTo(smaller.resources());
    } finally {
      fresh.close();
    }
  }

  @Test
  void twoInstancesShareThePartitionsAndOneTakesOverFromTheOther() throws Exception {
    StateService first = sluice.start("a");
    until(() -> first.partitions().size() == 2);
    StateService second = sluice.start("b");
    until(() -> first.partitions().size() == 1 && second.partitions().size() == 1);
    String other = sluice.workspace(1);
    long one = sluice.send(workspace, edit("r1", workspace, "t.a", 1));
    long two = sluice.send(other, edit("r2", other, "t.a", 2));
    assertThat(sluice.snapshot(workspace, one).resources()).hasSize(1);
    assertThat(sluice.snapshot(other, two).resources()).hasSize(1);

    first.close();

    until(() -> second.partitions().size() == 2);
    long three = sluice.send(workspace, edit("r3", workspace, "t.b", 3));
    long four = sluice.send(other, edit("r4", other, "t.b", 4));
    assertThat(sluice.snapshot(workspace, three).resources()).hasSize(2);
    assertThat(sluice.snapshot(other, four).resources()).hasSize(2);
  }

  @Test
  void anOwnerThatIsFencedAgainAndAgainAppliesEachInputOnce() throws Exception {
    StateService service = sluice.start("a");
    until(() -> service.partitions().size() == 2);
    String id = sluice.connection.group("state-0");
    long last = -1;
    for (int i = 0; i < 60; i++) {
      last = sluice.send(workspace, edit("r" + i, workspace, "t.a" + i, i));
      if (i % 15 == 7) {
        // What a successor does first: it aborts what is under way and shuts the owner out.
        try (var rogue = sluice.clients.transactionalProducer(id)) {
          rogue.initTransactions();
        }
        sluice.send(workspace, edit("again" + i, workspace, "t.a" + i, i));
        Thread.sleep(700);
      }
    }
    Snapshot snapshot = sluice.snapshot(workspace, last);
    assertThat(snapshot.resources()).hasSize(60);
    assertThat(snapshot.epoch()).isGreaterThan(1);
    assertThat(sluice.read(sluice.topics().stateLog(), 0)).hasSize(64);
    assertThat(
            sluice.read(sluice.topics().events(), 0).size()
                + sluice.read(sluice.topics().events(), 1).size())
        .isEqualTo(64);
  }

  @Test
  void parksWhatCantBeReadAndGoesOn() throws Exception {
    sluice.start("a");
    byte[] garbage = "{\"oops".getBytes(StandardCharsets.UTF_8);
    sluice.send(new ProducerRecord<>(sluice.topics().inbox(), 0, workspace, garbage));
    sluice.send(new ProducerRecord<>(sluice.topics().inbox(), 0, null, new byte[] {(byte) 0xff}));
    String stranger = sluice.workspace(1);
    byte[] misplaced = Envelope.encode(edit("r0", stranger, "t.a", 0), java.time.Instant.EPOCH);
    sluice.send(new ProducerRecord<>(sluice.topics().inbox(), 0, stranger, misplaced));
    long offset = sluice.send(workspace, edit("r1", workspace, "t.a", 1));

    assertThat(sluice.snapshot(workspace, offset).resources()).hasSize(1);

    var letters = sluice.read(sluice.topics().deadLetters(), 0);
    assertThat(letters).hasSize(3);
    DeadLetter letter = Envelope.decode(letters.getFirst().value(), DeadLetter.class);
    assertThat(letter.value()).isEqualTo(garbage);
    assertThat(letter.cause()).isNotBlank();
    assertThat(sluice.read(sluice.topics().state(), 0)).hasSize(1);
  }

  @Test
  void stopsLoudlyAtAMessageOfANewerBuildAndServesTheOtherPartition() throws Exception {
    sluice.start("a");
    String other = sluice.workspace(1);
    long before = sluice.send(workspace, edit("r1", workspace, "t.a", 1));
    sluice.snapshot(workspace, before);
    String newer =
        "{\"v\":9,\"type\":\"Teleported\",\"at\":\"2026-01-01T00:00:00Z\",\"payload\":{}}";
    sluice.send(
        new ProducerRecord<>(
            sluice.topics().inbox(), 0, workspace, newer.getBytes(StandardCharsets.UTF_8)));
    long order = sluice.send(workspace, edit("r2", workspace, "t.b", 2));

    long offset = sluice.send(other, edit("r3", other, "t.a", 3));
    assertThat(sluice.snapshot(other, offset).resources()).hasSize(1);
    Announcement owner = sluice.owners.owner(other).orElseThrow();
    until(() -> health(owner).contains("upgrade"));
    // Orders are heard all the same.
    sluice.applied(workspace, order);
    assertThat(sluice.read(sluice.topics().state(), 0)).hasSize(2);
    assertThat(sluice.read(sluice.topics().deadLetters(), 0)).isEmpty();
  }

  private String health(Announcement owner) {
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(owner.address() + "/health/ready"))
              .header("Authorization", "Bearer " + sluice.owners.httpToken())
              .build();
      return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (java.io.IOException | InterruptedException e) {
      return "";
    }
  }

  @Test
  void readOnlyServesWhatIsCommittedAndAppliesNothing() throws Exception {
    StateService first = sluice.start("a");
    long offset = sluice.send(workspace, edit("r1", workspace, "t.a", 1));
    sluice.snapshot(workspace, offset);
    first.close();
    sluice.send(workspace, edit("r2", workspace, "t.b", 2));

    StateService reading = sluice.start("a", Map.of("SLUICE_STATE_READ_ONLY", "true"));
    assertThat(reading.partitions()).hasSize(2);
    assertThat(sluice.snapshot(workspace, offset).resources()).hasSize(1);
    assertThat(sluice.queries.workspaces()).containsExactly(workspace);
    assertThat(sluice.queries.runs()).hasSize(1);
    assertThat(sluice.read(sluice.topics().state(), 0)).hasSize(1);
  }

  @Test
  void aRunGoesFromSubmissionToItsTasksAndBackIntoState() throws Exception {
    sluice.start("a");
    sluice.run("run1", workspace, Deployment.create("t.a", null), Deployment.create("t.b", "gpu"));

    until(() -> sluice.tasks("default").size() == 1);
    // A name makes no topic: the first worker of the pool does.
    TopicSetup topics = new TopicSetup(sluice.connection, sluice.clients);
    assertThat(topics.pools()).containsExactly("default");
    topics.ensurePool("gpu");
    until(() -> sluice.tasks("gpu").size() == 1);
    assertThat(sluice.queries.run("run1").orElseThrow().path("nodes").size()).isEqualTo(2);
    assertThat(sluice.queries.locks(workspace).path("held").size()).isEqualTo(1);
  }

  @Test
  void locksShowWhoHoldsWhatAndForWhomOneWaitsAndWhatForceUnlockLeaves() throws Exception {
    sluice.start("a");
    sluice.run("run1", workspace, Deployment.create("t.a", null), Deployment.create("t.b", null));
    until(() -> sluice.tasks("default").size() == 2);
    sluice.send(workspace, Deployment.submitted("run2", workspace));
    until(() -> sluice.queries.locks(workspace).path("waiting").size() == 1);

    JsonNode locks = sluice.queries.locks(workspace);
    JsonNode held = locks.path("held").get(0);
    assertThat(held.path("run").asText()).isEqualTo("run1");
    assertThat(held.path("scope").asText()).isEqualTo("plan");
    assertThat(held.path("addresses").toString()).isEqualTo("[\"t.a\",\"t.b\"]");
    assertThat(held.path("out").toString()).isEqualTo("[\"t.a\",\"t.b\"]");
    JsonNode waiting = locks.path("waiting").get(0);
    assertThat(waiting.path("run").asText()).isEqualTo("run2");
    assertThat(waiting.path("waitingFor").toString()).isEqualTo("[\"run1\"]");
    assertThat(waiting.path("why").asText()).contains("whole workspace");

    sluice.send(workspace, inDoubt("run1", "t.a"));
    sluice.send(workspace, new Order.ForceUnlock("run1", "test"));
    sluice.send(workspace, inDoubt("run1", "t.a", 2));
    until(() -> sluice.queries.locks(workspace).path("closed").size() == 1);
    JsonNode unlocked = sluice.queries.locks(workspace);
    assertThat(unlocked.path("held").get(0).path("scope").asText()).isEqualTo("out");
    assertThat(unlocked.path("held").get(0).path("out").toString()).isEqualTo("[\"t.b\"]");
    assertThat(unlocked.path("closed").get(0).path("address").asText()).isEqualTo("t.a");
  }

  private static InboxMessage inDoubt(String run, String node) {
    return inDoubt(run, node, 1);
  }

  private static InboxMessage inDoubt(String run, String node, int attempt) {
    return InboxMessage.Result.of(
        draft -> {
          draft.run = run;
          draft.node = node;
          draft.attempt = attempt;
          draft.claimId = "claim-" + attempt;
          draft.outcome = Outcome.IN_DOUBT;
          draft.error =
              new TaskError(ErrorClass.IN_DOUBT, ErrorCode.of("cut"), "connection lost", null);
          draft.calls = 1;
          draft.tookMs = 1;
          draft.worker = "worker";
        });
  }

  @Test
  void anAttemptThatWasAcceptedInSilenceIsMadeAgainThoughThePoolIsAtRest() throws Exception {
    sluice.start("a", Map.of("SLUICE_STATE_UNHEARD_MS", "300"));
    sluice.run("run1", workspace, Deployment.create("t.a", null));
    until(() -> tasks().size() == 1);
    // Not taken by anyone: time alone never sends it again.
    Thread.sleep(2_000);
    assertThat(tasks()).hasSize(1);

    String group = Topics.workersGroup(sluice.connection, "default");
    try (var worker = sluice.clients.shareConsumer(group, 10)) {
      worker.subscribe(List.of(sluice.topics().tasks("default")));
      // Acknowledges whatever comes and says nothing.
      until(
          () -> {
            worker.poll(Duration.ofMillis(200)).forEach(worker::acknowledge);
            worker.commitSync();
            return tasks().size() >= 2;
          });
    }
    assertThat(tasks()).extracting(Task::attempt).contains(1, 2);
  }

  private List<Task> tasks() {
    return sluice.tasks("default").stream()
        .filter(record -> !Messages.isMarker(record))
        .map(record -> task(record.value()))
        .toList();
  }

  private static Task task(byte[] value) {
    try {
      return Envelope.decode(value, Task.class);
    } catch (MalformedMessage | Envelope.Unknown e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void deletesOrdersThatAreApplied() throws Exception {
    sluice.start("a", Map.of("SLUICE_STATE_RETENTION_MS", "200"));
    long last = -1;
    for (int i = 0; i < 1_200; i++) {
      last = sluice.send(workspace, edit("same", workspace, "t.a", 1));
    }
    sluice.snapshot(workspace, last);
    until(() -> sluice.read(sluice.topics().orders(), 0).size() < 300);
  }

  @Test
  void messagesInPartsAreDecidedOnceThoughTheyMixAndTheOwnerChanges() throws Exception {
    StateService first = sluice.start("a");
    var parts =
        sluice.messages.inbox(
            workspace,
            edit("r1", workspace, "t.large", "y".repeat(1_100_000)),
            java.time.Instant.now());
    var others =
        sluice.messages.inbox(
            workspace,
            edit("r3", workspace, "t.other", "z".repeat(1_100_000)),
            java.time.Instant.now());
    assertThat(parts).hasSize(3);
    sluice.send(parts.get(0));
    sluice.send(others.get(0));
    sluice.send(parts.get(1));
    long between = sluice.send(workspace, edit("r2", workspace, "t.small", 1));
    // Nobody waits for what is not there.
    sluice.applied(workspace, between);
    assertThat(sluice.queries.snapshot(workspace, 0).resources()).hasSize(1);
    first.close();
    sluice.send(others.get(1));

    sluice.start("a");
    sluice.send(others.get(2));
    long last = sluice.send(parts.get(2));

    long version = sluice.applied(workspace, last);
    Snapshot snapshot = sluice.queries.snapshot(workspace, version);
    assertThat(snapshot.resources())
        .extracting(record -> record.address().text() + "@" + record.version())
        .containsExactly("t.large@2", "t.other@1", "t.small@0");
    assertThat(sluice.read(sluice.topics().deadLetters(), 0)).isEmpty();
  }

  @Test
  void whoOnlyReadsTakesNothingFromAnOwnerThatLives() throws Exception {
    StateService owner = sluice.start("a");
    until(() -> owner.partitions().size() == 2);
    assertThatThrownBy(() -> sluice.start("b", Map.of("SLUICE_STATE_READ_ONLY", "true")))
        .isInstanceOf(TransportFailure.class)
        .hasMessageContaining("owned by a");
    assertThat(sluice.owners.owner(0).orElseThrow().instance()).isEqualTo("a");
    assertThat(owner.partitions()).hasSize(2);
  }

  @Test
  void saysWhenItsStoreIsInUse() {
    sluice.start("a");
    assertThatThrownBy(() -> sluice.start("a", Map.of("SLUICE_STATE_READ_ONLY", "true")))
        .isInstanceOf(TransportFailure.class)
        .hasMessageContaining("store");
  }

  @Test
  void anyInstanceAnswersForAnyWorkspaceByAskingItsOwner() throws Exception {
    StateService first = sluice.start("a");
    until(() -> first.partitions().size() == 2);
    StateService second = sluice.start("b");
    until(() -> first.partitions().size() == 1 && second.partitions().size() == 1);
    String other = sluice.workspace(1);
    sluice.snapshot(workspace, sluice.send(workspace, edit("r1", workspace, "t.a", 1)));
    sluice.snapshot(other, sluice.send(other, edit("r2", other, "t.a", 2)));

    Announcement one = sluice.owners.owner(workspace).orElseThrow();
    Announcement two = sluice.owners.owner(other).orElseThrow();
    assertThat(one.address()).isNotEqualTo(two.address());
    for (String name : List.of(workspace, other)) {
      for (Announcement asked : List.of(one, two)) {
        String path = "/v1/workspaces/" + name + "/resources/t.a";
        assertThat(status(asked, path, true)).as(name + " at " + asked).isEqualTo(200);
        assertThat(status(asked, path, false)).isEqualTo(401);
      }
    }
    assertThat(status(one, "/v1/workspaces/" + other + "/resources/t.b", true)).isEqualTo(404);
  }

  @Test
  void answersInPagesAndByTypeAndAttribute() throws Exception {
    sluice.start("a");
    long last = -1;
    for (int i = 0; i < 25; i++) {
      last = sluice.send(workspace, edit("r" + i, workspace, "t.a" + (10 + i), i % 5));
    }
    sluice.snapshot(workspace, last);
    Announcement owner = sluice.owners.owner(workspace).orElseThrow();
    String path = "/v1/workspaces/" + workspace + "/resources";

    JsonNode first = Json.tree(body(owner, path + "?limit=10"));
    JsonNode second = Json.tree(body(owner, path + "?limit=10&after=t.a19"));
    assertThat(first.path("resources")).hasSize(10);
    assertThat(first.path("next").asText()).isEqualTo("t.a19");
    assertThat(second.path("resources").get(0).path("address").asText()).isEqualTo("t.a20");
    assertThat(sluice.queries.resources(workspace, "", List.of())).hasSize(25);
    assertThat(sluice.queries.resources(workspace, "t", List.of("value=3"))).hasSize(5);
    assertThat(sluice.queries.resources(workspace, "u*", List.of())).isEmpty();
    assertThat(status(owner, path + "?attribute=nonsense", true)).isEqualTo(400);
    JsonNode runs = Json.tree(body(owner, "/v1/runs?workspace=" + workspace + "&limit=20"));
    assertThat(runs.path("runs")).hasSize(20);
    assertThat(sluice.queries.runs()).hasSize(25);
    assertThat(sluice.queries.run(workspace, "r7")).isPresent();
    assertThat(sluice.queries.run(workspace, "nobody")).isEmpty();
    assertThat(sluice.queries.workspace(workspace).path("resources").asInt()).isEqualTo(25);
  }

  private byte[] body(Announcement owner, String path) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(owner.address() + path))
            .header("Authorization", "Bearer " + sluice.owners.httpToken())
            .build();
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
    }
  }

  @Test
  void knowsWhatThereWasAndWhatChanged() throws Exception {
    sluice.start("a");
    sluice.send(workspace, edit("r1", workspace, "t.a", 1));
    sluice.send(workspace, edit("r2", workspace, "t.b", 1));
    sluice.send(workspace, edit("r3", workspace, "t.a", 2));
    long last = sluice.send(workspace, removal("r4", workspace, "t.a"));
    sluice.snapshot(workspace, last);

    List<JsonNode> history = sluice.queries.history(workspace, new Address("t.a"), 10);
    assertThat(history.stream().map(one -> one.path("run").asText()))
        .containsExactly("r4", "r3", "r1");
    assertThat(history.getFirst().path("removed").asBoolean()).isTrue();
    assertThat(addresses(sluice.queries.at(workspace, "run:r3"), "resources"))
        .containsExactly("t.a", "t.b");
    assertThat(addresses(sluice.queries.at(workspace, "before:r2"), "resources"))
        .containsExactly("t.a");
    assertThat(addresses(sluice.queries.at(workspace, "now"), "resources")).containsExactly("t.b");
    assertThat(addresses(sluice.queries.at(workspace, "1999-01-01T00:00:00Z"), "resources"))
        .isEmpty();
    JsonNode diff = sluice.queries.diff(workspace, "run:r1", "run:r3");
    assertThat(addresses(diff, "changes")).containsExactly("t.a", "t.b");
    assertThat(diff.path("changes").get(0).path("before").path("id").asText()).isEqualTo("id-1");
    assertThat(diff.path("changes").get(0).path("after").path("id").asText()).isEqualTo("id-2");
    assertThatThrownBy(() -> sluice.queries.at(workspace, "run:nobody"))
        .hasMessageContaining("nothing that this run wrote");
  }

  @Test
  void verifiesByteForByteAndFindsWhatWasTamperedWith() throws Exception {
    StateService service = sluice.start("a");
    long last = -1;
    for (int i = 0; i < 10; i++) {
      last = sluice.send(workspace, edit("r" + i, workspace, "t.a" + i % 4, i));
    }
    last = sluice.send(workspace, removal("gone", workspace, "t.a3"));
    sluice.snapshot(workspace, last);
    for (JsonNode partition : sluice.queries.verify()) {
      for (String what : List.of("state", "runs_topic", "log")) {
        assertThat(partition.path(what).path("same").asBoolean()).as(what).isTrue();
      }
    }
    service.close();
    tamper(workspace + "/t.a1");

    sluice.start("a");
    sluice.snapshot(workspace, last);
    JsonNode partition =
        sluice.queries.verify().stream()
            .filter(one -> one.path("partition").asInt() == 0)
            .findFirst()
            .orElseThrow();
    assertThat(partition.path("state").path("same").asBoolean()).isFalse();
    assertThat(partition.path("state").path("differing").get(0).asText())
        .isEqualTo(workspace + "/t.a1");
    assertThat(partition.path("log").path("differing")).hasSize(1);
  }

  private void tamper(String key) {
    Path file = folder.resolve("a").resolve("partition-0.mv");
    try (MVStore store = MVStore.open(file.toString())) {
      MVMap<String, byte[]> state =
          store.openMap(
              "state-records",
              new MVMap.Builder<String, byte[]>()
                  .keyType(StringDataType.INSTANCE)
                  .valueType(ByteArrayDataType.INSTANCE));
      byte[] value = state.get(key).clone();
      value[value.length - 10]++;
      state.put(key, value);
    }
  }

  private static List<String> addresses(JsonNode answer, String list) {
    List<String> addresses = new ArrayList<>();
    answer.path(list).forEach(one -> addresses.add(one.path("address").asText()));
    return addresses;
  }

  private static Order.StateEdit removal(String run, String workspace, String address) {
    return new Order.StateEdit(
        run, workspace, "rm", List.of(), List.of(new Address(address)), Map.of(), "test");
  }
}
