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
    host.interrupt();
    await(() -> host.saidSoFar().contains("Cancelling: running nodes finish"));
    Files.createFile(directory.resolve("go"));
    await(
        () ->
            host.saidSoFar()
                .contains("Other commands still use the local deployment; waiting for them"));
    assertThat(directory.resolve("host-log")).hasContent("begun\nx");

    // and the guest twice: what ran is in doubt, and did not go on
    guest.interrupt();
    await(() -> guest.saidSoFar().contains("Cancelling: running nodes finish"));
    guest.interrupt();
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
      early.interrupt();

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

  @Test
  void ordersToInterruptedRunsBeginNothing() throws Exception {
    try (RunningDeployment local = RunningDeployment.up(directory, Map.of())) {
      // given two runs whose deployment went down: what had begun ended, the rest did not begin
      String cancelled = local.submitted(write("cancelled", waiting("cancelled")));
      String abandoned = local.submitted(write("abandoned", waiting("abandoned")));
      goDown("cancelled-log", "abandoned-log");

      // when they are stopped by commands that have to start a deployment for it
      order("runs", "pause", cancelled);
      order("runs", "cancel", cancelled);
      order("runs", "abandon", abandoned, "--yes");

      // then nothing has begun, neither by these commands nor when the deployment is up again
      local.upAgain();
      assertThat(local.ended(cancelled).path("outcome").asText()).isEqualTo("cancelled");
      assertThat(local.ended(abandoned).path("counts").path("succeeded").asInt()).isEqualTo(1);
      assertThat(directory.resolve("cancelled-log")).hasContent("begun");
      assertThat(directory.resolve("abandoned-log")).hasContent("begun");
    }
  }

  @Test
  void theOnlyInterruptedRunEndsWithTheCommandThatCancelsIt() throws Exception {
    try (RunningDeployment local = RunningDeployment.up(directory, Map.of())) {
      String run = local.submitted(write("only", waiting("only")));
      goDown("only-log");

      assertThat(order("runs", "cancel", "last").out()).contains("Run " + run + ": cancelled");

      assertThat(local.run("status").out())
          .contains("No deployment is running")
          .doesNotContain("interrupted");
      assertThat(directory.resolve("only-log")).hasContent("begun");
    }
  }

  @Test
  void anEmptyPlanWaitsForTheRunThatIsUnderWay() throws Exception {
    try (RunningDeployment local = RunningDeployment.up(directory, Map.of())) {
      // given a run that is making the only object
      Files.writeString(
          directory.resolve("main.tf"),
          """
          resource "local_command" "made" {
            create = "echo begun >> made-log; while [ ! -e go ]; do sleep 0.1; done"
            delete = "echo gone >> made-log"
          }
          """);
      Captured applied = local.run("apply", "--auto-approve", "--detach");
      assertThat(applied.code()).as(applied.out() + applied.err()).isZero();
      await(() -> Files.exists(directory.resolve("made-log")));

      // when everything is to be destroyed, of which nothing is in state yet
      Command destroy = Command.startAsHere(directory, Map.of(), "destroy", "--auto-approve");
      await(() -> destroy.saidSoFar().contains("Waiting for run "));
      assertThat(destroy.saidSoFar()).doesNotContain("complete");
      Files.createFile(directory.resolve("go"));

      // then it is destroyed once it is there
      Command.Ended destroyed = destroy.await();
      assertThat(destroyed.code()).as(destroyed.out() + destroyed.err()).isZero();
      assertThat(destroyed.out()).contains("1 destroyed");
      assertThat(directory.resolve("made-log")).hasContent("begun\ngone");
    }
  }

  private static String waiting(String name) {
    return "echo begun >> " + name + "-log; while [ ! -e go ]; do sleep 0.1; done";
  }

  /** What has begun ends while the workers drain. */
  private void goDown(String... logs) throws Exception {
    for (String log : logs) {
      await(() -> Files.exists(directory.resolve(log)));
    }
    Command down = Command.startAsHere(directory, Map.of(), "down");
    await(() -> LocalDescription.read(new LocalDirectory(directory)).isEmpty());
    Thread.sleep(1_000);
    Files.createFile(directory.resolve("go"));
    Command.Ended ended = down.await();
    assertThat(ended.err() + ended.out()).contains("under way");
  }

  private Command.Ended order(String... arguments) throws Exception {
    Command.Ended ended = Command.runAsHere(directory, Map.of(), arguments);
    assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    assertThat(ended.err()).doesNotContain("resuming run");
    return ended;
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

  private static void await(Callable<Boolean> condition) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("it came to pass").isLessThan(until);
      Thread.sleep(50);
    }
  }
}
