package io.sluice.provider.local;

import io.sluice.provider.ProviderFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A shell that runs a script in a session of its own, so that the terminal's Ctrl-C does not reach
 * it, and that ends with this process: a keeper beside it holds the other end of a pipe, which
 * breaks when this process is gone, however it went. Script and values are in no argument list:
 * those are shown to every user of the machine.
 *
 * <p>All that the script starts carries a mark in its environment. Where there is /proc, what went
 * into another session, or lost its parent, is found by it.
 */
final class Child implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Path SETSID = Path.of("/usr/bin/setsid");
  private static final String MARK = "SLUICE_CHILD";

  /**
   * $1 the script, $2 the mark. The script is open and its name gone before it begins. The keeper
   * has its own copy of the pipe; the script has none.
   */
  private static final String KEEPER =
      """
      exec 4<&0 3<"$1" </dev/null
      command -p rm -f "$1"
      %s="$2" /bin/sh /dev/fd/3 4<&- &
      child=$!
      exec 3<&- 2>/dev/null
      (
        read -r _ <&4
        for environ in $(command -p grep -ls "%s=$2" /proc/[0-9]*/environ); do
          pid=${environ#/proc/}
          kill -KILL "${pid%%/environ}"
        done
        kill -KILL -- "-$$"
        kill -KILL "$child" $$
      ) >/dev/null 2>&1 &
      keeper=$!
      exec 4<&-
      wait "$child"
      code=$?
      kill -KILL "$keeper" 2>/dev/null
      exit "$code"
      """
          .formatted(MARK, MARK);

  private final Process process;
  private final String mark;

  private Child(Process process, String mark) {
    this.process = process;
    this.mark = mark;
  }

  /** Whether it gets a session of its own here. */
  static boolean hasSessions() {
    return Files.isExecutable(SETSID);
  }

  /**
   * @param script a file of the caller's own; taken away as soon as it is open
   */
  static Child start(
      Path script, Path directory, Map<String, String> environment, Path out, Path err)
      throws ProviderFailure {
    String mark = UUID.randomUUID().toString();
    List<String> command = new ArrayList<>();
    if (hasSessions()) {
      command.add(SETSID.toString());
    }
    command.addAll(List.of("/bin/sh", "-c", KEEPER, "sh", script.toString(), mark));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
    builder.environment().putAll(environment);
    try {
      return new Child(builder.start(), mark);
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
    return message.contains("error=7") ? "its environment is too long" : message;
  }

  CompletableFuture<Process> onExit() {
    return process.onExit();
  }

  int exitValue() {
    return process.exitValue();
  }

  /** Asks all of it to end, and ends what doesn't. */
  void kill() {
    Map<Long, ProcessHandle> tree = tree();
    tree.values().forEach(ProcessHandle::destroy);
    try {
      CompletableFuture.allOf(
              tree.values().stream()
                  .map(ProcessHandle::onExit)
                  .toArray(CompletableFuture<?>[]::new))
          .get(GRACE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // Said below, more plainly.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    tree.putAll(tree());
    tree.values().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /**
   * What the script started, the script's shell first: it would take the end of what it waits for
   * as that command's own, and go on to the next one. Not the shell around it: its end breaks the
   * pipe, and so kills at once what was only asked to end.
   */
  private Map<Long, ProcessHandle> tree() {
    Map<Long, ProcessHandle> tree = new LinkedHashMap<>();
    process.children().forEach(each -> tree.put(each.pid(), each));
    process.descendants().forEach(each -> tree.put(each.pid(), each));
    marked().forEach(each -> tree.put(each.pid(), each));
    return tree;
  }

  private List<ProcessHandle> marked() {
    List<ProcessHandle> found = new ArrayList<>();
    String wanted = MARK + "=" + mark;
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path each : processes) {
        if (carries(each.resolve("environ"), wanted)) {
          ProcessHandle.of(Long.parseLong(each.getFileName().toString())).ifPresent(found::add);
        }
      }
    } catch (IOException | NumberFormatException e) {
      // No /proc here: the descendants have to do.
    }
    return found;
  }

  private static boolean carries(Path environ, String wanted) {
    try {
      return new String(Files.readAllBytes(environ), StandardCharsets.ISO_8859_1).contains(wanted);
    } catch (IOException e) {
      return false; // Another user's, or gone.
    }
  }

  /** Lets go of the pipe; what runs still is killed by that. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It broke before.
    }
  }
}
