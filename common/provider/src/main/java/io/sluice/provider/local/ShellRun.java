package io.sluice.provider.local;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Deadline;
import io.sluice.provider.ProviderFailure;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
  private static final Duration GRACE = Duration.ofSeconds(2);

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

  static Ran run(
      String command,
      Path directory,
      Map<String, String> environment,
      Deadline deadline,
      Cancellation cancellation)
      throws ProviderFailure, InterruptedException {
    if (!Files.isDirectory(directory)) {
      throw ProviderFailure.user(
          "NO_WORKING_DIR", "the working directory " + directory + " does not exist");
    }
    Path out = null;
    Path err = null;
    try {
      out = Files.createTempFile("sluice-out", null);
      err = Files.createTempFile("sluice-err", null);
      Process process = start(command, directory, environment, out, err);
      End end = await(process, deadline, cancellation, out, err);
      int exitCode = end == End.EXITED ? process.exitValue() : -1;
      return new Ran(end, exitCode, head(out), Files.size(out) > STDOUT_LIMIT, tail(err));
    } catch (IOException e) {
      throw FileFailure.of("running a command with output in", directory, e);
    } finally {
      delete(out);
      delete(err);
    }
  }

  private static Process start(
      String command, Path directory, Map<String, String> environment, Path out, Path err)
      throws ProviderFailure {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", command)
            .directory(directory.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException e) {
      throw ProviderFailure.user(
          "NOT_STARTED", "the shell could not be started: " + startProblem(e));
    } catch (IllegalArgumentException e) {
      throw ProviderFailure.user(
          "BAD_ENVIRONMENT", "a name or value in environment can't be given to a process");
    }
  }

  private static String startProblem(IOException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("error=7") ? "the command or its environment is too long" : message;
  }

  private static End await(
      Process process, Deadline deadline, Cancellation cancellation, Path out, Path err)
      throws InterruptedException, IOException {
    CompletableFuture<End> ended = process.onExit().thenApply(exited -> End.EXITED);
    try (Cancellation.Hook hook = cancellation.onCancel(() -> ended.complete(End.CANCELLED))) {
      while (true) {
        long slice = Math.min(deadline.remaining().toNanos(), TimeUnit.SECONDS.toNanos(1));
        try {
          End end = ended.get(slice, TimeUnit.NANOSECONDS);
          if (end != End.EXITED) {
            kill(process);
          }
          return end;
        } catch (TimeoutException e) {
          boolean ranAway = Files.size(out) + Files.size(err) > RUNAWAY;
          if (deadline.passed() || ranAway) {
            kill(process);
            return ranAway ? End.RAN_AWAY : End.TIMED_OUT;
          }
        } catch (ExecutionException e) {
          throw new IllegalStateException("waiting for a process can't fail", e);
        }
      }
    } catch (InterruptedException e) {
      kill(process);
      throw e;
    }
  }

  /**
   * Asks the whole tree to end, and ends what doesn't. The shell first: it would take the end of
   * what it waits for as that command's own, and go on to the next one.
   */
  private static void kill(Process process) {
    List<ProcessHandle> tree = new ArrayList<>();
    tree.add(process.toHandle());
    process.descendants().forEach(tree::add);
    tree.forEach(ProcessHandle::destroy);
    CompletableFuture<?> gone =
        CompletableFuture.allOf(
            tree.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new));
    try {
      gone.get(GRACE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      tree.forEach(ProcessHandle::destroyForcibly);
    } catch (InterruptedException e) {
      tree.forEach(ProcessHandle::destroyForcibly);
      Thread.currentThread().interrupt();
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

  private static void delete(@org.jspecify.annotations.Nullable Path file) {
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        file.toFile().deleteOnExit();
      }
    }
  }
}
