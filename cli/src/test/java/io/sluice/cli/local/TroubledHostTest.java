package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A host that lives, while something is wrong with it: commands say what, at once. */
class TroubledHostTest {
  private static final Duration AT_ONCE = Duration.ofSeconds(25);

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  private ProcessHandle host;

  @BeforeEach
  void start() throws Exception {
    RunningDeployment local = RunningDeployment.up(directory, Map.of());
    long pid = RunningDeployment.json(local.run("status", "--json").out()).path("pid").asLong();
    host = ProcessHandle.of(pid).orElseThrow();
  }

  @AfterEach
  void end() throws Exception {
    host.destroyForcibly();
    host.onExit().get(20, TimeUnit.SECONDS);
  }

  @Test
  void oneThatDoesNotAnswerIsNamed() throws Exception {
    signal("-STOP");

    Captured doctor = atOnce("doctor");
    assertThat(doctor.code()).isEqualTo(1);
    assertThat(doctor.out())
        .contains("ok  disk")
        .contains("BAD local deployment: Its process (pid " + host.pid() + ") does not answer")
        .contains("kill -CONT " + host.pid(), "kill -9 " + host.pid());
    Captured status = atOnce("status");
    assertThat(status.code()).isEqualTo(1);
    assertThat(status.err())
        .contains("does not answer", "pid " + host.pid(), "kill -CONT " + host.pid());

    signal("-CONT");
    assertThat(Captured.run(directory, "doctor").out()).contains("ok  local deployment: up");
  }

  @Test
  void oneWhoseDescriptionIsDamagedIsNamedAndEnded() throws Exception {
    Path description = directory.resolve(".sluice/stack.json");
    byte[] whole = Files.readAllBytes(description);
    Files.write(description, Arrays.copyOf(whole, whole.length / 2));

    Captured doctor = atOnce("doctor");
    assertThat(doctor.code()).isEqualTo(1);
    assertThat(doctor.out())
        .contains("BAD local deployment: The description of the running deployment can't be read")
        .contains("process " + host.pid(), "`sluice down` ends it");
    for (String[] command : new String[][] {{"status"}, {"state", "list"}, {"up"}}) {
      Captured other = atOnce(command);
      assertThat(other.code()).as(other.out()).isEqualTo(1);
      assertThat(other.err()).contains("can't be read", "process " + host.pid(), "sluice down");
    }

    Captured down = Captured.run(directory, "down");
    assertThat(down.out()).as(down.err()).contains("The local deployment has stopped.");
    host.onExit().get(20, TimeUnit.SECONDS);
    assertThat(Captured.run(directory, "state", "list").code()).isZero();
  }

  @Test
  void oneWhoseLockFileWasRemovedKeepsItsDataToItself() throws Exception {
    Path description = directory.resolve(".sluice/stack.json");
    byte[] whole = Files.readAllBytes(description);
    Files.delete(directory.resolve(".sluice/lock"));

    Captured doctor = atOnce("doctor");
    assertThat(doctor.code()).isEqualTo(1);
    assertThat(doctor.out())
        .contains("BAD local deployment: A process still holds the data of this deployment")
        .contains("process " + host.pid(), "`sluice down` ends it");
    for (String[] command : new String[][] {{"status"}, {"state", "list"}, {"up"}}) {
      Captured other = atOnce(command);
      assertThat(other.code()).as(other.out()).isEqualTo(1);
      assertThat(other.err())
          .contains("still holds the data", "process " + host.pid(), "sluice down")
          .doesNotContain("move that folder away");
      assertThat(Files.readAllBytes(description)).isEqualTo(whole);
    }

    Captured down = Captured.run(directory, "down");
    assertThat(down.out()).as(down.err()).contains("The local deployment has stopped.");
    host.onExit().get(20, TimeUnit.SECONDS);
    assertThat(Captured.run(directory, "state", "list").code()).isZero();
  }

  private Captured atOnce(String... arguments) {
    Instant began = Instant.now();
    Captured ended = Captured.run(directory, arguments);
    assertThat(Duration.between(began, Instant.now())).as(ended.err()).isLessThan(AT_ONCE);
    return ended;
  }

  private void signal(String which) throws Exception {
    Process kill = new ProcessBuilder("kill", which, Long.toString(host.pid())).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }
}
