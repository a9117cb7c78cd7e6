package io.sluice.providers.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No command outlives the process that runs it, however many there are and however it dies. */
class CrowdTest {
  private static final int MANY = 200;
  private static final int FEW = 3;
  private static final String SCRIPT = "touch begun.$$; sleep 100000 & wait";
  private static final String DEAF = "trap '' TERM; touch begun.$$; sleep 100000 & wait";

  @TempDir private Path directory;

  private final List<Started> started = new ArrayList<>();

  private record Started(Process process, Path directory, String mark) {
    void awaitBegun(int number) throws Exception {
      await(() -> begun() >= number, number + " have begun");
    }

    private int begun() throws IOException {
      int begun = 0;
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "begun.*")) {
        for (Path each : files) {
          begun += Files.exists(each) ? 1 : 0;
        }
      }
      return begun;
    }

    void cancel() throws IOException {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    }

    void die() throws Exception {
      process.destroyForcibly().waitFor();
    }

    /** All that has its mark in the environment: scripts, what they started, and who keeps them. */
    List<ProcessHandle> alive() throws IOException {
      List<ProcessHandle> alive = new ArrayList<>();
      try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
        for (Path each : processes) {
          if (environment(each).contains(Crowd.MARK + "=" + mark)) {
            ProcessHandle.of(Long.parseLong(each.getFileName().toString())).ifPresent(alive::add);
          }
        }
      }
      return alive;
    }

    private static String environment(Path process) {
      try {
        byte[] all = Files.readAllBytes(process.resolve("environ"));
        return new String(all, StandardCharsets.ISO_8859_1);
      } catch (IOException e) {
        return "";
      }
    }
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds() throws Exception;
  }

  @BeforeEach
  void whereProcessesCanBeFound() {
    assumeThat(Path.of("/proc/self/environ")).exists();
    assumeThat(Child.hasSessions()).as("setsid is here").isTrue();
  }

  @AfterEach
  void endWhatWasStarted() throws Exception {
    for (Started each : started) {
      each.die();
      each.alive().forEach(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void nothingIsLeftWhenItIsKilledAndOthersGoOn() throws Exception {
    Started bystander = crowd(FEW, SCRIPT);
    Started crowd = crowd(MANY, SCRIPT);
    bystander.awaitBegun(FEW);
    crowd.awaitBegun(MANY);
    int before = bystander.alive().size();

    crowd.die();

    await(() -> crowd.alive().isEmpty(), "nothing is left");
    assertThat(bystander.alive()).hasSize(before).hasSizeGreaterThan(FEW);
  }

  @Test
  void nothingIsLeftWhenItIsKilledWhileItStartsThem() throws Exception {
    Started crowd = crowd(MANY, SCRIPT);
    crowd.awaitBegun(MANY / 4);

    crowd.die();

    await(() -> crowd.alive().isEmpty(), "nothing is left");
    assertThat(crowd.begun()).as("it was killed before the last began").isLessThan(MANY);
  }

  @Test
  void nothingIsLeftWhenItIsKilledWhileItEndsThem() throws Exception {
    Started crowd = crowd(MANY / 4, DEAF);
    crowd.awaitBegun(MANY / 4);

    crowd.cancel();
    Thread.sleep(500);
    assertThat(crowd.alive()).as("they are only asked yet").isNotEmpty();
    crowd.die();

    await(() -> crowd.alive().isEmpty(), "nothing is left");
  }

  @Test
  void aCancellationEndsAllOfThemInBoundedTime() throws Exception {
    Started crowd = crowd(MANY, DEAF);
    crowd.awaitBegun(MANY);

    crowd.cancel();

    await(() -> crowd.alive().isEmpty(), "nothing is left");
    assertThat(crowd.process().isAlive()).isTrue();
  }

  private Started crowd(int number, String script) throws IOException {
    String mark = UUID.randomUUID().toString();
    Path own = Files.createDirectory(directory.resolve(mark));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Crowd.class.getName(),
                Integer.toString(number),
                script,
                own.toString(),
                mark)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Started crowd = new Started(process, own, mark);
    started.add(crowd);
    return crowd;
  }

  private static void await(Condition condition, String what) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(what).isLessThan(until);
      Thread.sleep(50);
    }
  }
}
