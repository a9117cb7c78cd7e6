package io.sluice.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import io.sluice.worker.Tasks;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a provider answers: what is sent can be read, and what was made can be deleted. */
final class SizesTest {
  @TempDir private Path directory;
  private final ThingProvider things = new ThingProvider();

  @Test
  void leavesOutWhatIsTooLargeAndKeepsWhatDeletingNeeds() throws Exception {
    ObjectNode attributes = Json.object().put("name", "n").put("id", "thing-1");
    things.creates.add(
        new Outcome.Done("thing-1", attributes.put("echo", "x".repeat(900 * 1024)).put("b", 1)));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.PURE, "{'name':'n'}"));

    assertThat(result.outcome()).isEqualTo(io.sluice.model.message.Outcome.FAILED);
    assertThat(result.error().code().wire()).isEqualTo("RESULT_TOO_LARGE");
    assertThat(result.error().message()).contains("echo");
    assertThat(result.attributes()).isEqualTo(Tasks.json("{'name':'n','id':'thing-1','b':1}"));
    assertThat(Envelope.encode(result, Instant.EPOCH)).hasSizeLessThan(800 * 1024);
  }

  @Test
  void leavesOutASecretThatIsTooLargeWithItsPath() throws Exception {
    things.creates.add(
        new Outcome.Done(
            "thing-1", Json.object().put("echo", Executions.SECRET + "x".repeat(900 * 1024))));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.PURE, "{'name':'${SECRET}'}"));

    assertThat(result.sensitivePaths()).isEmpty();
    assertThat(result.attributes()).isEqualTo(Json.object());
  }

  @Test
  void leavesOutWhatCouldNotBeRead() throws Exception {
    unreadable(deep(Limits.STANDARD.depth().value()));
    unreadable(deep(5_000));
    unreadable(Json.toTree(BigInteger.TEN.pow(3_000)));
    unreadable(Json.toTree(new BigDecimal("1e99999999")));
  }

  private void unreadable(JsonNode value) throws Exception {
    ObjectNode attributes = Json.object().put("name", "n");
    things.creates.add(new Outcome.Done("thing-1", attributes.set("echo", value)));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.PURE, "{'name':'n'}"));

    assertThat(result.id()).isEqualTo("thing-1");
    assertThat(result.error().code().wire()).isEqualTo("RESULT_TOO_LARGE");
    assertThat(result.attributes()).isEqualTo(Tasks.json("{'name':'n'}"));
  }

  @Test
  void sendsWhatIsJustReadable() throws Exception {
    JsonNode deep = deep(Limits.STANDARD.depth().value() - 1);
    things.creates.add(new Outcome.Done("thing-1", Json.object().set("echo", deep)));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.PURE, "{'name':'n'}"));

    assertThat(result.outcome()).isEqualTo(io.sluice.model.message.Outcome.OK);
    byte[] sent = Envelope.encode(result, Instant.EPOCH);
    assertThat(Envelope.decode(sent).payload()).isEqualTo(result);
  }

  @Test
  void makesNothingWhoseConfigurationAloneIsTooLarge() throws Exception {
    String config = "{'name':'" + "x".repeat(600 * 1024) + "'}";

    InboxMessage.Result result = run(Tasks.create(RepeatClass.BY_NAME, config));

    assertThat(result.error().errorClass()).isEqualTo(ErrorClass.USER);
    assertThat(result.error().code().wire()).isEqualTo("CONFIG_TOO_LARGE");
    assertThat(things.calls).isEmpty();
  }

  @Test
  void taintsNothingThatItOnlyRead() throws Exception {
    things.there = new Outcome.Done("thing-1", Json.object().put("echo", "x".repeat(900 * 1024)));

    InboxMessage.Result result = run(Tasks.of(Action.READ, "{}", "{}", false));

    assertThat(result.error().code().wire()).isEqualTo("RESULT_TOO_LARGE");
    assertThat(result.id()).isNull();
  }

  @Test
  void clipsWhatAProviderSaysAndHowLongItAsksToWait() throws Exception {
    things.creates.add(
        new Outcome.Failed(
            ErrorClass.PERMANENT, "NO", "y".repeat(600_000), Duration.ofDays(4_000), null));

    InboxMessage.Result result = run(Tasks.create(RepeatClass.PURE, "{}"));

    assertThat(result.error().message()).hasSizeLessThanOrEqualTo(4 * 1024).contains("600000");
    assertThat(result.error().retryAfter()).isEqualTo(Duration.ofHours(1));
  }

  private InboxMessage.Result run(Task task) throws Exception {
    return (InboxMessage.Result)
        Executions.of(directory, things).execute(task, "w1-1", new Cancellation(), () -> true);
  }

  private static JsonNode deep(int levels) {
    JsonNode value = Json.toTree("x");
    for (int i = 1; i < levels; i++) {
      value = Json.mapper().createArrayNode().add(value);
    }
    return value;
  }
}
