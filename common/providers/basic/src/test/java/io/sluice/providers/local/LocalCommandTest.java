package io.sluice.providers.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.ErrorClass;
import io.sluice.model.RepeatClass;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Provider;
import io.sluice.provider.contract.ResourceContract;
import io.sluice.provider.schema.PlannedChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
    Outcome.Failed failed = failed(create(json("{'create':'echo half; exit 1','delete':'true'}")));
    assertThat(failed.errorClass()).isEqualTo(ErrorClass.PERMANENT);
    assertThat(failed.partial()).isNotNull();
    assertThat(failed.partial().id()).isNotBlank();
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

  /** Arguments are shown to every user of the machine. */
  @Test
  void theScriptIsInNoArgumentList() {
    assumeThat(Path.of("/proc/self/cmdline")).exists();
    JsonNode made =
        done(create(
                json(
                    "{'create':': canary-4711; cat /proc/[0-9]*/cmdline 2>/dev/null"
                        + " | tr \\\\0 x; true'}")))
            .attributes();
    assertThat(made.get("stdout").asText()).isNotEmpty().doesNotContain("canary-4711");
  }

  /** Else the terminal's Ctrl-C would end what was just said to be let end. */
  @Test
  void runsInASessionOfItsOwn() throws Exception {
    assumeThat(Child.hasSessions()).as("setsid is here").isTrue();
    String mine =
        Files.readString(Path.of("/proc/self/stat")).replaceAll(".*\\) ", "").split(" ")[3];
    JsonNode made =
        done(create(json("{'create':'cut -d\\u0027 \\u0027 -f6 /proc/self/stat'}"))).attributes();
    assertThat(made.get("output").asText()).isNotEqualTo(mine).matches("[0-9]+");
  }

  @Test
  void aTimeOutAlsoKillsWhatWentIntoASessionOfItsOwn() throws Exception {
    assumeThat(Child.hasSessions()).as("setsid is here").isTrue();
    Outcome.Failed failed =
        failed(
            create(
                json(
                    "{'create':'(setsid sh -c \\u0022echo \\\\$\\\\$ > pid; sleep 30; :\\u0022 &); "
                        + "while ! test -s pid; do sleep 0.02; done; sleep 30',"
                        + "'timeout':'1500ms'}")));
    assertThat(failed.code()).isEqualTo("TIMEOUT");
    assertIsGone(directory.resolve("pid"));
  }

  /** It hears no TERM, has no parent any more, and has thrown its environment away. */
  @Test
  void aCancellationEndsInBoundedTimeWhatDoesNotWantToEnd() throws Exception {
    assumeThat(Child.hasSessions()).as("setsid is here").isTrue();
    Path script =
        Files.writeString(
            directory.resolve("script"),
            """
            trap '' TERM
            (env -i sh -c 'echo $$ > orphan; sleep 600; :' &)
            setsid sh -c 'echo $$ > away; sleep 600; :' &
            echo $$ > deaf
            sleep 600; :
            """);
    Path none = Path.of("/dev/null");
    List<String> names = List.of("orphan", "away", "deaf");
    try (Child child = Child.start(script, directory, java.util.Map.of(), none, none)) {
      for (String name : names) {
        for (int i = 0; i < 250 && !hasText(directory.resolve(name)); i++) {
          Thread.sleep(20);
        }
      }
      long began = System.nanoTime();
      child.kill();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
      for (String name : names) {
        assertIsGone(directory.resolve(name));
      }
    }
  }

  private static boolean hasText(Path file) throws IOException {
    return Files.exists(file) && Files.size(file) > 0;
  }

  /** The pipe breaks when the worker is gone, however it went. */
  @Test
  void whatRunsEndsWithItsWorker() throws Exception {
    Path script =
        Files.writeString(
            directory.resolve("script"),
            "sh -c 'echo $$ > inner; sleep 30; :' & echo $$ > outer; sleep 30; :");
    Path none = Path.of("/dev/null");
    Child child = Child.start(script, directory, java.util.Map.of(), none, none);
    for (int i = 0; i < 250 && !Files.exists(directory.resolve("inner")); i++) {
      Thread.sleep(20);
    }
    assertThat(script).doesNotExist();
    child.close();
    child.onExit().get(10, TimeUnit.SECONDS);
    assertIsGone(directory.resolve("outer"));
    assertIsGone(directory.resolve("inner"));
  }

  private static void assertIsGone(Path file) throws Exception {
    long pid = Long.parseLong(Files.readString(file).strip());
    for (int i = 0; i < 250 && isAlive(pid); i++) {
      Thread.sleep(20);
    }
    assertThat(isAlive(pid)).as("process %s", pid).isFalse();
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  /** The kernel takes 128 KiB for one variable. */
  @Test
  void anOutputTooLargeForTheEnvironmentGoesByAFile() {
    Outcome.Done made =
        done(
            create(
                json(
                    "{'create':'head -c 200000 /dev/zero | tr \\\\0 x','read':'test -z"
                        + " \\u0022$SLUICE_OUTPUT\\u0022 && wc -c < $SLUICE_OUTPUT_FILE && ls -l"
                        + " $SLUICE_OUTPUT_FILE | cut -c1-10','delete':'wc -c < $SLUICE_OUTPUT_FILE"
                        + " > gone'}")));
    Outcome.Done read = done(session.read(calls.fresh(), type(), prior(made)));
    assertThat(read.attributes().get("stdout").asText()).isEqualTo("200000\n-rw-------\n");
    assertThat(session.delete(calls.fresh(), type(), prior(made))).isEqualTo(new Outcome.Gone());
  }

  @Test
  void whatComesTooLateIsNotBegun() {
    var late = calls.of("t", false, Duration.ZERO, new Cancellation());
    assertThat(failed(session.create(late, type(), json("{'create':'touch begun'}"))).errorClass())
        .isEqualTo(ErrorClass.TRANSIENT);
    assertThat(directory.resolve("begun")).doesNotExist();
  }
}
