package io.sluice.provider.local;

import io.sluice.provider.ProviderFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * A shell that runs a script in a session of its own, so that the terminal's Ctrl-C does not reach
 * it, and that ends with this process: a keeper beside it holds the other end of a pipe, which
 * breaks when this process is gone, however it went. Script and values are in no argument list:
 * those are shown to every user of the machine.
 *
 * <p>All that the script starts carries a mark in its environment. Where there is /proc, what went
 * into another session, or lost its parent, is found by it; who took the mark off, by its session.
 */
final class Child implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Path PROC = Path.of("/proc");

  /** What starts others quicker than it is found is looked for again. */
  private static final int ROUNDS = 20;

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

  /** Asks all of it to end, and ends what doesn't, in bounded time. */
  void kill() {
    Map<Long, ProcessHandle> tree = tree();
    Set<String> sessions = sessions(tree.keySet());
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
    for (int round = 0; round < ROUNDS; round++) {
      tree.putAll(tree());
      members(sessions).forEach(each -> tree.put(each.pid(), each));
      tree.values().removeIf(each -> !each.isAlive());
      if (tree.isEmpty()) {
        break;
      }
      tree.values().forEach(ProcessHandle::destroyForcibly);
    }
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
    String wanted = MARK + "=" + mark;
    found(folder -> read(folder.resolve("environ")).contains(wanted))
        .forEach(each -> tree.put(each.pid(), each));
    return tree;
  }

  /** The sessions that these processes are in, but never the one of this process. */
  private Set<String> sessions(Set<Long> processes) {
    Set<String> sessions = new HashSet<>();
    sessions.add(session(PROC.resolve(Long.toString(process.pid()))));
    processes.forEach(pid -> sessions.add(session(PROC.resolve(pid.toString()))));
    sessions.removeAll(Set.of("", "0", session(PROC.resolve("self"))));
    return sessions;
  }

  /** Who lost both its parent and the mark is still in its session. */
  private List<ProcessHandle> members(Set<String> sessions) {
    List<ProcessHandle> found =
        sessions.isEmpty() ? List.of() : found(folder -> sessions.contains(session(folder)));
    return found.stream().filter(each -> each.pid() != process.pid()).toList();
  }

  private static String session(Path folder) {
    String stat = read(folder.resolve("stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", 5);
    return fields.length < 5 ? "" : fields[3];
  }

  private static List<ProcessHandle> found(Predicate<Path> wanted) {
    List<ProcessHandle> found = new ArrayList<>();
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path each : processes) {
        if (wanted.test(each)) {
          ProcessHandle.of(Long.parseLong(each.getFileName().toString())).ifPresent(found::add);
        }
      }
    } catch (IOException | NumberFormatException e) {
      // No /proc here: the descendants have to do.
    }
    return found;
  }

  /** Nothing of another user's, or of one that is gone. */
  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
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
