package io.sluice.provider.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.PlannedChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LocalCommandTest extends ResourceContract {
  @Override
  protected Provider provider() {
    return new LocalProvider();
  }

  @Override
  protected String type() {
    return "local_command";
  }

  @Override
  protected JsonNode desired() {
    return json(
        "{'create':'echo a >> ledger; cat ledger','read':'cat ledger','delete':'rm ledger',"
            + "'update':'echo $V >> ledger; cat ledger','environment':{'V':'1'}}");
  }

  @Override
  protected Optional<JsonNode> changed() {
    return Optional.of(
        json(
            "{'create':'echo a >> ledger; cat ledger','read':'cat ledger','delete':'rm ledger',"
                + "'update':'echo $V >> ledger; cat ledger','environment':{'V':'2'}}"));
  }

  @Override
  protected Optional<JsonNode> failing() {
    return Optional.of(json("{'create':'echo out; echo broken >&2; exit 3'}"));
  }

  @Test
  void keepsWhatTheCommandPrints() throws Exception {
    JsonNode made = done(create(json("{'create':'echo {\\\"a\\\": [1, 2.50]}'}"))).attributes();
    assertThat(made.get("stdout").asText()).isEqualTo("{a: [1, 2.50]}\n");
    assertThat(made.get("output").asText()).isEqualTo("{a: [1, 2.50]}");
    assertThat(done(create(json("{'create':'echo 42'}"))).attributes().get("output"))
        .isEqualTo(json("42"));
  }

  @Test
  void givesTheCommandsTokenIdAndOutput() throws Exception {
    Outcome.Done made =
        done(
            create(
                json(
                    "{'create':'printf %s $SLUICE_ID','delete':'echo $SLUICE_OUTPUT > gone',"
                        + "'environment':{'SLUICE_OTHER':'x'}}")));
    assertThat(made.attributes().get("stdout").asText()).isEqualTo(made.id());
    session.delete(calls.fresh(), type(), prior(made));
    assertThat(directory.resolve("gone")).hasContent(made.id());
  }

  @Test
  void aFailedCommandHasRunAndIsNotRepeated() {
    Outcome.Failed failed = failed(create(failing().get()));
    assertThat(failed.errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(failed.message()).contains("exit code 3").contains("broken");
    assertThat(failed.partial()).isNull();
  }

  @Test
  void whatFailedIsTaintedWhereItCanBeDeleted() {
    assertThat(failed(create(json("{'create':'exit 1','delete':'true'}"))).partial()).isNotNull();
  }

  @Test
  void aTimeOutKillsTheWholeTree() throws Exception {
    long started = System.nanoTime();
    Outcome.Failed failed =
        failed(
            create(
                json(
                    "{'create':'sh -c \\\"sleep 3; touch late\\\" & sleep 60','timeout':'300ms'}"
                        .replace("\\\"", "\\\""))));
    assertThat(failed.code()).isEqualTo("TIMEOUT");
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(10));
    Thread.sleep(3200);
    assertThat(directory.resolve("late")).doesNotExist();
  }

  @Test
  void aCancelledCommandIsInDoubt() throws Exception {
    Cancellation cancellation = new Cancellation();
    var call = calls.of("t", false, Duration.ofHours(1), cancellation);
    CompletableFuture<Outcome> running =
        CompletableFuture.supplyAsync(
            () ->
                session.create(
                    call, type(), json("{'create':'touch begun; sleep 60; touch late'}")));
    Path begun = directory.resolve("begun");
    for (int i = 0; i < 200 && !Files.exists(begun); i++) {
      Thread.sleep(20);
    }
    cancellation.cancel("test");
    assertThat(running.get(10, TimeUnit.SECONDS)).isInstanceOf(Outcome.InDoubt.class);
    assertThat(directory.resolve("late")).as("what comes after is not begun").doesNotExist();
  }

  @Test
  void aProcessLeftInTheBackgroundDoesNotHoldItUp() {
    long started = System.nanoTime();
    done(create(json("{'create':'sleep 30 & echo $! > pid'}")));
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(10));
    done(create(json("{'create':'kill $(cat pid)'}")));
  }

  @Test
  void outputIsBounded() {
    JsonNode made =
        done(create(json("{'create':'head -c 1000000 /dev/zero | tr \\\\0 x'}"))).attributes();
    assertThat(made.get("stdout").asText()).hasSize(ShellRun.STDOUT_LIMIT);
  }

  @Test
  void aBrokenReadIsAnErrorNotGone() {
    Prior prior = prior(done(create(json("{'create':'true','read':'no-such-program'}"))));
    assertThat(failed(session.read(calls.fresh(), type(), prior)).message()).contains("127");
  }

  @Test
  void readMakesItSearchable() {
    JsonNode config = json("{'create':'touch made','lookup':'test -e made'}");
    assertThat(provider().repeats(schema(), config).create()).isEqualTo(RepeatClass.SEARCH);
    assertThat(provider().repeats(schema(), json("{'create':'x'}")).create())
        .isEqualTo(RepeatClass.NONE);
    assertThat(session.findByToken(calls.fresh(), type(), config)).isEqualTo(new Outcome.Gone());
    done(create(config));
    done(session.findByToken(calls.fresh(), type(), config));
  }

  @Test
  void withoutAnUpdateCommandAChangeReplacesButNotOfWhatIsOnlyRecorded() {
    JsonNode before = json("{'create':'a','delete':'b'}");
    assertThat(plan(before, json("{'create':'c','delete':'b'}")))
        .isInstanceOf(PlannedChange.Replace.class);
    assertThat(plan(before, json("{'create':'a','delete':'c'}")))
        .isInstanceOf(PlannedChange.Update.class);
    assertThat(plan(before, json("{'create':'a','delete':'b','triggers':{'x':'1'}}")))
        .isInstanceOf(PlannedChange.Replace.class);
  }

  private PlannedChange plan(JsonNode before, JsonNode after) {
    return provider().plan(schema(), new Provider.PlanInput(before, null, after, Set.of()));
  }
}
