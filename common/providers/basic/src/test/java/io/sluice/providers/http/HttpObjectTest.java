package io.sluice.providers.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ChangedOutside;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.SchemaCheck;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class HttpObjectTest extends ResourceContract {
  private static RestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = new RestServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void healthy() {
    server.status = 0;
    server.loseReplies = false;
    server.headers = Map.of();
  }

  @Override
  protected Provider provider() {
    return new HttpProvider();
  }

  @Override
  protected JsonNode configuration() {
    return json("{'username':'me','password':'canary-word'}")
        .<ObjectNode>deepCopy()
        .put("base_url", server.url() + "/");
  }

  @Override
  protected String type() {
    return "http_object";
  }

  private static final String SHAPE =
      "'path':'/things','id_path':'id','ready_interval':'10ms',"
          + "'headers':{'X-Token':'{token}'},'lookup_path':'/things?token={token}'";

  @Override
  protected JsonNode desired() {
    return json("{" + SHAPE.replace("'id_path':'id'", "'id_path':'data.id'") + ",'body':{'a':1}}");
  }

  @Override
  protected Optional<JsonNode> changed() {
    return Optional.of(
        json("{" + SHAPE.replace("'id_path':'id'", "'id_path':'data.id'") + ",'body':{'a':2}}"));
  }

  @Test
  void sendsTheCredentials() {
    create();
    assertThat(server.authorizations).last().isEqualTo("Basic bWU6Y2FuYXJ5LXdvcmQ=");
  }

  @Test
  void waitsUntilItIsReady() {
    Outcome.Done made =
        done(
            create(
                json(
                    "{'path':'/things','id_path':'data.id','ready_interval':'10ms','ready_path':'state',"
                        + "'ready_value':'ready','body':{'slow':true}}")));
    assertThat(made.attributes().at("/response/state").asText()).isEqualTo("ready");
  }

  @Test
  void aLostReplyIsInDoubtAndALookupFindsTheObject() {
    server.loseReplies = true;
    assertThat(create(calls.of("lost", false))).isInstanceOf(Outcome.InDoubt.class);
    server.loseReplies = false;
    JsonNode byLookup = SchemaCheck.conform(schema(), json("{" + SHAPE + ",'body':{'a':1}}"));
    Outcome.Done found = done(session.findByToken(calls.of("lost", true), type(), byLookup));
    assertThat(server.things).containsKey(found.id());
  }

  @Test
  void theRepeatClassFollowsFromTheShape() {
    Provider provider = provider();
    assertThat(provider.repeats(schema(), json("{'path':'/x','body':1}")).create())
        .isEqualTo(RepeatClass.NONE);
    assertThat(provider.repeats(schema(), json("{'lookup_path':'/x'}")).create())
        .isEqualTo(RepeatClass.SEARCH);
    assertThat(provider.repeats(schema(), json("{'headers':{'Key':'{token}'}}")).create())
        .isEqualTo(RepeatClass.TOKEN);
  }

  @Test
  void statusesMeanWhatTheySay() {
    server.status = 429;
    assertThat(failed(create(calls.fresh())).errorClass()).isEqualTo(ErrorClass.THROTTLED);
    server.status = 500;
    assertThat(create(calls.fresh())).isInstanceOf(Outcome.InDoubt.class);
    server.status = 422;
    assertThat(failed(create(calls.fresh())).errorClass()).isEqualTo(ErrorClass.USER);
    server.status = 502;
    ObjectNode retryable = desired().deepCopy();
    retryable.putArray("not_done_statuses").add(502);
    assertThat(failed(create(retryable)).errorClass()).isEqualTo(ErrorClass.TRANSIENT);
  }

  @Test
  void waitsAsLongAsTheServerSays() {
    server.status = 429;
    Instant inAMinute = Instant.now().plusSeconds(60).truncatedTo(ChronoUnit.SECONDS);
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(inAMinute.atZone(ZoneOffset.UTC));
    assertThat(asked("Retry-After", "7")).isEqualTo(Duration.ofSeconds(7));
    assertThat(asked("Retry-After", date)).isBetween(Duration.ofSeconds(50), Duration.ofMinutes(1));
    assertThat(asked("X-RateLimit-Reset", "" + inAMinute.getEpochSecond()))
        .isBetween(Duration.ofSeconds(50), Duration.ofSeconds(61));
    assertThat(asked("X-RateLimit-Reset", "30")).isEqualTo(Duration.ofSeconds(30));
    assertThat(asked("X-RateLimit-Reset", "1")).isEqualTo(Duration.ofSeconds(1));
    assertThat(asked("X-RateLimit-Reset", "1000000001")).as("long ago").isEqualTo(Duration.ZERO);
    assertThat(asked("Retry-After", "999999999")).isLessThanOrEqualTo(Duration.ofHours(1));
    assertThat(asked("Retry-After", "soon")).isNull();
    server.headers = Map.of("Retry-After", "2", "X-RateLimit-Reset", "9");
    assertThat(failed(create(calls.fresh())).retryAfter()).isEqualTo(Duration.ofSeconds(2));
  }

  private Duration asked(String header, String value) {
    server.headers = Map.of(header, value);
    return failed(create(calls.fresh())).retryAfter();
  }

  @Test
  void aServerThatIsNotThereIsCertainlyNotDone() {
    Outcome.Failed failed = failed(create(json("{'path':'http://127.0.0.1:1/x','body':{}}")));
    assertThat(failed.errorClass()).isEqualTo(ErrorClass.TRANSIENT);
    assertThat(failed.code()).isEqualTo("NO_CONNECTION");
  }

  @Test
  void whatIsNoUrlIsTheUsersError() {
    assertThat(failed(create(json("{'path':'ftp://x','body':{}}"))).errorClass())
        .isEqualTo(ErrorClass.USER);
  }

  @Test
  void aChangeFromOutsideShowsWhenRead() {
    Prior prior = prior(create());
    server.things.get(prior.id()).put("a", 7);
    JsonNode read = done(session.read(calls.fresh(), type(), prior)).attributes();
    assertThat(ChangedOutside.attributes(schema(), desired(), read)).containsExactly("body");
  }

  @Test
  void dataAndStepsShowTheAnswer() {
    String id = create().id();
    String url = server.url() + "/things/" + id;
    JsonNode data =
        done(session.readData(
                calls.fresh(), "http", Json.object().put("url", url).put("method", "GET")))
            .attributes();
    assertThat(data.get("status_code").intValue()).isEqualTo(200);
    assertThat(data.get("response_body").asText()).contains(id);
    JsonNode step =
        done(session.runStep(
                calls.fresh(), "http_request", Json.object().put("url", url).put("method", "GET")))
            .attributes();
    assertThat(step.at("/response/id").asText()).isEqualTo(id);
    assertThat(List.of(404, 200)).contains(step.get("status_code").intValue());
  }
}
