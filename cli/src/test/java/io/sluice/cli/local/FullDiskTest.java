package io.sluice.cli.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** On a small disk of its own in memory; left out where this user may not mount one. */
class FullDiskTest {
  private static final String PLAN =
      """
      schema_version: 2
      workspace: disk
      resources:
        - {name: word, type: random_id, config: {byte_length: 4}}
        - {name: made, type: local_file, config: {filename: made.txt, content: "${word.hex}"}}
      """;

  @TempDir(cleanup = CleanupMode.NEVER)
  private Path disk;

  private boolean mounted;

  private void mount(int mebibytes) throws Exception {
    Process mount =
        new ProcessBuilder(
                "mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", "" + disk)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    mounted = mount.waitFor(10, TimeUnit.SECONDS) && mount.exitValue() == 0;
    Assumptions.assumeTrue(mounted, "this user may not mount a small disk");
    Files.writeString(disk.resolve("plan.yaml"), PLAN);
  }

  /** Lazily: a deployment that gave its lock back may still have a moment to live. */
  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      LocalDescription.read(new LocalDirectory(disk))
          .flatMap(local -> ProcessHandle.of(local.pid()))
          .ifPresent(
              handle -> {
                handle.destroyForcibly();
                handle.onExit().join();
              });
      new ProcessBuilder("umount", "-l", disk.toString()).inheritIO().start().waitFor();
    }
  }

  @Test
  void refusesADiskThatIsTooFullToStartOnAndMakesNothing() throws Exception {
    mount(20);

    Command.Ended refused = Command.run(disk, "submit", "plan.yaml");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("Error: The disk is too full for a local deployment", "MiB left")
        .doesNotContain("\tat ");
    try (Stream<Path> there = Files.list(disk)) {
      assertThat(there).containsExactly(disk.resolve("plan.yaml"));
    }
  }

  @Test
  void saysThatTheDiskRanFullAndGoesOnWhenThereIsRoom() throws Exception {
    mount(160);
    assertThat(Command.run(disk, "up").code()).isZero();
    Path ballast = fill();

    Command.Ended stopped = Command.run(disk, "submit", "plan.yaml");

    assertThat(stopped.code()).as(stopped.out() + stopped.err()).isEqualTo(1);
    assertThat(stopped.err()).contains("Error: ").containsIgnoringCase("disk");
    assertThat(stopped.err().split("Error: ", -1)).as(stopped.err()).hasSize(2);
    assertThat(stopped.err()).doesNotContain("\tat ");
    assertThat(disk.resolve("made.txt")).doesNotExist();

    Files.delete(ballast);
    Command.run(disk, "down");
    Command.Ended up = Command.run(disk, "up");
    assertThat(up.code()).as(up.err()).isZero();
    Command.Ended again = Command.run(disk, "submit", "plan.yaml");
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(disk.resolve("made.txt")).content().matches("[0-9a-f]{8}");
    assertThat(Command.run(disk, "down").code()).isZero();
  }

  private Path fill() throws IOException {
    Path ballast = disk.resolve("ballast");
    try (RandomAccessFile file = new RandomAccessFile(ballast.toFile(), "rw")) {
      byte[] block = new byte[1 << 16];
      while (true) {
        file.write(block);
      }
    } catch (IOException full) {
      return ballast;
    }
  }
}
