package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Captured;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, the orders to a run, and a host that waits for its guests: with something under way. */
class InterruptTest {
  @TempDir(cleanup = CleanupMode.NEVER)
  private Path directory;

  @Test
  void theFirstInterruptDrainsTheSecondInterruptsAndAHostWaitsForItsGuests() throws Exception {
    // given a command that hosts the deployment, and one that joined it
    write(
        "host",
        "echo begun >> host-log; while [ ! -e go ]; do sleep 0.1; done; echo x >> host-log");
    write("guest", "echo begun >> guest-log; sleep 60; echo late >> guest-log");
    Command host = Command.startInterruptible(directory, "submit", "host.yaml");
    await(() -> Files.exists(directory.resolve("host-log")));
    Command guest = Command.startInterruptible(directory, "submit", "guest.yaml");
    await(() -> Files.exists(directory.resolve("guest-log")));

    // when the host is interrupted once: what has begun ends, nothing else begins
    interrupt(host);
    await(() -> host.saidSoFar().contains("Cancelling: running nodes finish"));
    Files.createFile(directory.resolve("go"));
    await(
        () ->
            host.saidSoFar()
                .contains("The local deployment stays up until the commands that joined it"));
    assertThat(directory.resolve("host-log")).hasContent("begun\nx");

    // and the guest twice: what ran is in doubt, and did not go on
    interrupt(guest);
    await(() -> guest.saidSoFar().contains("Cancelling: running nodes finish"));
    interrupt(guest);
    Command.Ended left = guest.await();
    assertThat(left.code()).as(left.out() + left.err()).isEqualTo(130);
    assertThat(left.out()).contains("In doubt: local_command.first", "sluice runs resolve");
    assertThat(left.err()).doesNotContain("resuming").doesNotContain("\tat ");

    // then both have ended, and so has the deployment
    Command.Ended ended = host.await();
    assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(130);
    assertThat(ended.out()).contains("Apply cancelled. Resources: 1 added", "1 cancelled");
    assertThat(directory.resolve("host-log")).hasContent("begun\nx");
    assertThat(directory.resolve("guest-log")).hasContent("begun");
    assertThat(Captured.run(directory, "status").out()).contains("No deployment is running");
  }

  @Test
  void anInterruptBeforeAnythingWasSentSaysSo() throws Exception {
    // given a deployment that somebody holds and nobody serves: a submission waits for it
    Path plan = write("early", "echo begun >> early-log");
    LocalDirectory held = new LocalDirectory(directory);
    held.create();
    try (HostLock lock = HostLock.take(held).orElseThrow()) {
      Command early = Command.startInterruptible(directory, "submit", plan.toString());
      await(
          () -> early.saidSoFar().contains("Waiting for the local deployment to start or stop..."));

      // when it is interrupted there
      interrupt(early);

      // then it says that no run exists, and none does
      Command.Ended ended = early.await();
      assertThat(ended.code()).isEqualTo(130);
      assertThat(ended.err()).contains("Nothing was submitted.");
    }
    assertThat(directory.resolve("early-log")).doesNotExist();
  }

  @Test
  void runsArePausedResumedCancelledAndRetried() throws Exception {
    try (RunningDeployment local = RunningDeployment.up(directory, Map.of())) {
      // given a run that was paused: what had begun ends, what waits for it does not begin
      Path held = write("held", "echo begun >> held-log; while [ ! -e go ]; do sleep 0.1; done");
      String run = local.submitted(held);
      await(() -> Files.exists(directory.resolve("held-log")));
      assertThat(local.run("runs", "retry", run).err()).contains("has not ended");
      assertThat(local.run("runs", "pause", run).out()).contains("paused");
      Files.createFile(directory.resolve("go"));
      await(() -> local.shown(run).path("counts").path("succeeded").asInt() == 1);
      assertThat(directory.resolve("held-log")).hasContent("begun");

      // when it is resumed, it ends, and takes no further orders
      Captured resumed = local.run("runs", "resume", run);
      assertThat(resumed.out()).as(resumed.err()).contains("Apply complete! Resources: 2 added");
      assertThat(directory.resolve("held-log")).hasContent("begun\nsecond");
      for (String order : new String[] {"pause", "resume", "cancel"}) {
        assertThat(local.run("runs", order, run).err()).contains("has already ended");
      }
      assertThat(local.run("runs", "retry", run).err()).contains("nothing to retry");

      // and a cancelled one is taken up again by its retry
      Files.delete(directory.resolve("go"));
      String other =
          local.submitted(
              write("other", "echo begun >> other-log; while [ ! -e go ]; do sleep 0.1; done"));
      await(() -> Files.exists(directory.resolve("other-log")));
      assertThat(local.run("runs", "cancel", other).code()).isZero();
      Files.createFile(directory.resolve("go"));
      assertThat(local.ended(other).path("outcome").asText()).isEqualTo("cancelled");
      assertThat(directory.resolve("other-log")).hasContent("begun");
      Captured retried = local.run("runs", "retry", other);
      assertThat(retried.out()).as(retried.err()).contains("Apply complete! Resources: 1 added");
      assertThat(directory.resolve("other-log")).hasContent("begun\nsecond");
    }
  }

  private Path write(String name, String first) throws IOException {
    return Files.writeString(
        directory.resolve(name + ".yaml"),
        """
        schema_version: 2
        workspace: %1$s
        resources:
          - {name: first, type: local_command, config: {create: "%2$s"}}
          - {name: second, type: local_command, config: {create: "echo second >> %1$s-log"}, depends_on: [first]}
        """
            .formatted(name, first));
  }

  private static void interrupt(Command command) throws Exception {
    String pid = Long.toString(command.process().pid());
    Process kill = new ProcessBuilder("kill", "-INT", pid).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("it came to pass").isLessThan(until);
      Thread.sleep(50);
    }
  }
}
