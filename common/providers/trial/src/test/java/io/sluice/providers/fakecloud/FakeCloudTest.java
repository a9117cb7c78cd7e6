package io.sluice.providers.fakecloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FakeCloudTest {
  @TempDir static Path data;
  private static FakeCloud cloud;

  @BeforeAll
  static void start() throws IOException {
    cloud = FakeCloud.start(0, data.resolve("ledger.jsonl"));
  }

  @AfterAll
  static void stop() {
    cloud.close();
  }

  @AfterEach
  void withoutFaults() {
    cloud.faults(Faults.NONE);
  }

  abstract static class OnTheCloud extends ResourceContract {
    @Override
    protected Provider provider() {
      return new FakeCloudProvider();
    }

    @Override
    protected JsonNode configuration() {
      return Json.object().put("endpoint", cloud.endpoint().toString());
    }

    @AfterEach
    void withoutFaults() {
      cloud.faults(Faults.NONE);
    }

    Outcome.Done network() {
      return done(
          session.create(
              calls.fresh(), "fakecloud_network", json("{'name':'n','cidr':'10.0.0.0/8'}")));
    }
  }

  @Nested
  class Network extends OnTheCloud {
    @Override
    protected String type() {
      return "fakecloud_network";
    }

    @Override
    protected JsonNode desired() {
      return json("{'name':'main','cidr':'10.0.0.0/16','tags':{'a':'b'}}");
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(json("{'name':'other','cidr':'10.0.0.0/16'}"));
    }

    @Test
    void isNotDeletedWhileSomethingIsInIt() {
      Prior network = prior(create());
      Outcome.Done subnet =
          done(
              session.create(
                  calls.fresh(),
                  "fakecloud_subnet",
                  Json.object()
                      .put("name", "s")
                      .put("cidr", "10.0.0.0/24")
                      .put("network_id", network.id())));
      Outcome.Failed failed = failed(session.delete(calls.fresh(), type(), network));
      assertThat(failed.errorClass()).isEqualTo(ErrorClass.USER);
      assertThat(failed.message()).contains(subnet.id());
    }

    @Test
    void waitsUntilReadsSeeIt() {
      cloud.faults(new Faults(0, 0, 0, 0, 0, 0, 0, 0, 300, 500, Map.of()));
      long started = System.nanoTime();
      assertThat(create().attributes().get("status").asText()).isEqualTo("active");
      assertThat(Duration.ofNanos(System.nanoTime() - started))
          .isGreaterThanOrEqualTo(Duration.ofMillis(500));
    }

    @Test
    void aLostReplyIsInDoubtAndTheTokenFindsTheObject() {
      cloud.faults(new Faults(0, 0, 0, 0, 0, 0, 1.0, 0, 0, 0, Map.of()));
      assertThat(create(calls.of("lost-1", false))).isInstanceOf(Outcome.InDoubt.class);
      cloud.faults(Faults.NONE);
      done(create(calls.of("lost-1", true)));
      assertThat(made("lost-1")).hasSize(1);
    }

    @Test
    void whatIsRefusedIsCertainlyNotDone() {
      cloud.faults(new Faults(0, 0, 1.0, 0, 0, 0, 0, 1500, 0, 0, Map.of()));
      Outcome.Failed failed = failed(create(calls.of("throttled-1", false)));
      assertThat(failed.errorClass()).isEqualTo(ErrorClass.THROTTLED);
      assertThat(failed.retryAfter()).isEqualTo(Duration.ofMillis(1500));
      cloud.faults(new Faults(0, 0, 0, 1.0, 0, 0, 0, 100, 0, 0, Map.of()));
      assertThat(failed(create(calls.of("throttled-1", false))).errorClass())
          .isEqualTo(ErrorClass.TRANSIENT);
      assertThat(made("throttled-1")).isEmpty();
    }

    @Test
    void aSlowCreationThatIsCancelledIsInDoubt() {
      cloud.faults(new Faults(0, 0, 0, 0, 0, 0, 0, 0, 0, 60_000, Map.of()));
      var call = calls.of("slow-1", false, Duration.ofMillis(500), new Cancellation());
      assertThat(create(call)).isInstanceOf(Outcome.InDoubt.class);
    }

    @Test
    void quotaIsAnErrorThatIsNotRepeated() {
      cloud.faults(new Faults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of("networks", 0)));
      Outcome.Failed failed = failed(create(calls.fresh()));
      assertThat(failed.errorClass()).isEqualTo(ErrorClass.PERMANENT);
      assertThat(failed.message()).contains("quota");
    }

    @Test
    void objectsAreListedByTheirTag() {
      String id = create().id();
      assertThat(session.list(calls.fresh(), type(), "sluice:test/"))
          .anyMatch(listed -> listed.id().equals(id) && listed.tag().endsWith("type.name"));
    }

    private List<String> made(String token) {
      return cloud
          .ledger()
          .lines()
          .filter(line -> line.contains("\"op\":\"create\"") && line.contains(token))
          .toList();
    }
  }

  @Nested
  class Bucket extends OnTheCloud {
    @Override
    protected String type() {
      return "fakecloud_bucket";
    }

    @Override
    protected JsonNode desired() {
      return Json.object().put("name", "b-" + directory.getFileName());
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(
          Json.object().put("name", "b-" + directory.getFileName()).put("versioning", true));
    }

    @Test
    void aNameIsTakenOnce() {
      create();
      assertThat(failed(create(calls.fresh())).message()).contains("taken");
    }
  }

  @Nested
  class Instance extends OnTheCloud {
    private String subnet = "";

    @Override
    protected String type() {
      return "fakecloud_instance";
    }

    @Override
    protected JsonNode desired() {
      if (subnet.isEmpty() && session != null) {
        subnet =
            done(session.create(
                    calls.fresh(),
                    "fakecloud_subnet",
                    Json.object()
                        .put("name", "s")
                        .put("cidr", "10.0.0.0/24")
                        .put("network_id", network().id())))
                .id();
      }
      return Json.object().put("name", "web").put("size", "small").put("subnet_id", subnet);
    }

    @Override
    protected Optional<JsonNode> changed() {
      return Optional.of(
          ((com.fasterxml.jackson.databind.node.ObjectNode) desired()).put("size", "large"));
    }

    @Override
    protected Optional<JsonNode> failing() {
      return Optional.of(json("{'name':'x','size':'s','subnet_id':'sub-nowhere'}"));
    }
  }

  @Test
  void aRestartKnowsWhatTheLedgerSays() throws Exception {
    Path ledger = data.resolve("restart.jsonl");
    String body = "{\"name\":\"x\",\"cidr\":\"y\"}";
    try (FakeCloud first = FakeCloud.start(0, ledger)) {
      assertThat(post(first, body, "t1")).isEqualTo(201);
    }
    java.nio.file.Files.writeString(
        ledger,
        "{\"seq\":2,\"op\":\"cre",
        StandardCharsets.UTF_8,
        java.nio.file.StandardOpenOption.APPEND);
    try (FakeCloud second = FakeCloud.start(0, ledger)) {
      assertThat(post(second, body, "t1")).isEqualTo(200);
      assertThat(post(second, body, "t2")).isEqualTo(201);
    }
  }

  @Test
  void faultsFollowOneAnother() throws Exception {
    String body = "{\"name\":\"x\",\"cidr\":\"y\"}";
    String steps =
        "[{\"seconds\": 2, \"faults\": {\"rate503\": 1}},"
            + " {\"faults\": {\"latencyMin\": 1, \"latencyMax\": 2, \"latencyTail\": 5}}]";
    try (FakeCloud played = FakeCloud.start(0, data.resolve("played.jsonl"))) {
      played.play(Scenario.read(steps.getBytes(StandardCharsets.UTF_8)));
      assertThat(post(played, body, "t1")).isEqualTo(503);
      long until = System.nanoTime() + 10_000_000_000L;
      int status = 503;
      while (status == 503 && System.nanoTime() < until) {
        status = post(played, body, "t1");
      }
      assertThat(status).isEqualTo(201);
    }
  }

  @Test
  void faultsThatAreNoneAreRefused() {
    for (String wrong :
        List.of(
            "{\"rate5O3\": 1}",
            "{\"rate503\": 0.8, \"rate429\": 0.3}",
            "{\"cutBefore\": -0.1}",
            "{\"latencyMin\": 5}",
            "[{\"seconds\": -1, \"faults\": {}}]",
            "[{\"seconds\": 1}]",
            "{\"rate503\": ")) {
      assertThatThrownBy(() -> Scenario.read(wrong.getBytes(StandardCharsets.UTF_8)))
          .as(wrong)
          .isInstanceOf(MalformedMessage.class);
    }
  }

  private static int post(FakeCloud target, String body, String token) throws Exception {
    return java.net.http.HttpClient.newHttpClient()
        .send(
            java.net.http.HttpRequest.newBuilder(target.endpoint().resolve("/v1/networks"))
                .header("Idempotency-Key", token)
                .POST(java.net.http.HttpRequest.BodyPublishers.ofString(body))
                .build(),
            java.net.http.HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }
}
