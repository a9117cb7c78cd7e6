package io.sluice.providers.local;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Deadline;
import io.sluice.provider.ProviderFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One command in a shell, to its end, its time-out or its cancellation. Its output goes to files,
 * so that a process left in the background doesn't hold the run up by a pipe, and waiting holds no
 * platform thread.
 */
final class ShellRun {
  /** More than this of stdout is not kept. */
  static final int STDOUT_LIMIT = 256 * 1024;

  private static final int STDERR_LIMIT = 4 * 1024;
  private static final long RUNAWAY = 256L * 1024 * 1024;

  /** The kernel takes 128 KiB for one variable. */
  private static final int OUTPUT_IN_ENVIRONMENT = 100 * 1024;

  private ShellRun() {}

  /** How it ended. */
  enum End {
    EXITED,
    TIMED_OUT,
    CANCELLED,
    RAN_AWAY
  }

  /**
   * @param stdout as UTF-8, cut off at the limit
   * @param stderr its end
   */
  record Ran(End end, int exitCode, String stdout, boolean cutOff, String stderr) {
    boolean ok() {
      return end == End.EXITED && exitCode == 0;
    }

    /** What was printed, as JSON if it is that, else as text without the last line's end. */
    JsonNode output() {
      if (!cutOff) {
        try {
          return Json.tree(stdout.getBytes(StandardCharsets.UTF_8));
        } catch (MalformedMessage e) {
          // Not JSON: text.
        }
      }
      return Json.toTree(stdout.stripTrailing());
    }
  }

  /**
   * What is to be run, and where.
   *
   * @param output of the object so far: too large for the environment, it goes by a file
   */
  record Job(
      String command, Path directory, Map<String, String> environment, @Nullable String output) {}

  static Ran run(Job job, Deadline deadline, Cancellation cancellation)
      throws ProviderFailure, InterruptedException {
    Path directory = job.directory();
    if (!Files.isDirectory(directory)) {
      throw ProviderFailure.user(
          "NO_WORKING_DIR", "the working directory " + directory + " does not exist");
    }
    if (deadline.passed()) {
      throw ProviderFailure.notDone("TIMEOUT", "the time-out of the operation has passed");
    }
    if (cancellation.isCancelled()) {
      throw ProviderFailure.notDone("CANCELLED", "cancelled: " + cancellation.reason());
    }
    try (Own own = Own.make()) {
      Map<String, String> environment = new TreeMap<>(job.environment());
      String output = job.output();
      if (output != null && fitsTheEnvironment(output)) {
        environment.put("SLUICE_OUTPUT", output);
      } else if (output != null) {
        environment.put("SLUICE_OUTPUT_FILE", own.file("output", output).toString());
      }
      Path out = own.file("out", "");
      Path err = own.file("err", "");
      Path script = own.file("script", job.command());
      try (Child child = Child.start(script, directory, environment, out, err)) {
        End end = await(child, deadline, cancellation, out, err);
        int exitCode = end == End.EXITED ? child.exitValue() : -1;
        return new Ran(end, exitCode, head(out), Files.size(out) > STDOUT_LIMIT, tail(err));
      }
    } catch (IOException e) {
      throw FileFailure.of("running a command in", directory, e);
    }
  }

  private static boolean fitsTheEnvironment(String output) {
    return output.indexOf(0) < 0
        && output.getBytes(StandardCharsets.UTF_8).length <= OUTPUT_IN_ENVIRONMENT;
  }

  /** A folder that only this user can look into, for as long as a command runs. */
  private record Own(Path folder) implements AutoCloseable {
    static Own make() throws IOException {
      return new Own(Files.createTempDirectory("sluice-run", AtomicFile.permissions("0700")));
    }

    Path file(String name, String content) throws IOException {
      Path file = Files.createFile(folder.resolve(name), AtomicFile.permissions("0600"));
      return Files.writeString(file, content);
    }

    @Override
    public void close() {
      for (String name : List.of("script", "script.pid", "output", "out", "err", "")) {
        try {
          Files.deleteIfExists(folder.resolve(name));
        } catch (IOException e) {
          folder.resolve(name).toFile().deleteOnExit();
        }
      }
    }
  }

  private static End await(
      Child child, Deadline deadline, Cancellation cancellation, Path out, Path err)
      throws InterruptedException, IOException {
    CompletableFuture<End> ended = child.onExit().thenApply(exited -> End.EXITED);
    try (Cancellation.Hook hook = cancellation.onCancel(() -> ended.complete(End.CANCELLED))) {
      while (true) {
        long slice = Math.min(deadline.remaining().toNanos(), TimeUnit.SECONDS.toNanos(1));
        try {
          End end = ended.get(slice, TimeUnit.NANOSECONDS);
          if (end != End.EXITED) {
            child.kill();
          }
          return end;
        } catch (TimeoutException e) {
          boolean ranAway = Files.size(out) + Files.size(err) > RUNAWAY;
          if (deadline.passed() || ranAway) {
            child.kill();
            return ranAway ? End.RAN_AWAY : End.TIMED_OUT;
          }
        } catch (ExecutionException e) {
          throw new IllegalStateException("waiting for a process can't fail", e);
        }
      }
    } catch (InterruptedException e) {
      child.kill();
      throw e;
    }
  }

  private static String head(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(STDOUT_LIMIT), StandardCharsets.UTF_8);
    }
  }

  private static String tail(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(Math.max(0, Files.size(file) - STDERR_LIMIT));
      return new String(in.readNBytes(STDERR_LIMIT), StandardCharsets.UTF_8).strip();
    }
  }
}
