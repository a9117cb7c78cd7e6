package io.sluice.providers.local;

import io.sluice.provider.ProviderFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
 * <pre>
 * this process --pipe--> keeper, in a session of its own: it outlives all that it has to end
 *    |                      ^ USR1: the script ended by itself (ignored once the keeper acts)
 *    +--> shell, in a session of its own: starts the keeper, then the script, and waits
 *            +--> script, in a session of its own
 * </pre>
 *
 * <p>Everything that the script starts carries a mark in its environment. Where there is /proc, the
 * mark finds processes that moved to another session or lost their parent; one that removed the
 * mark is found by its process group.
 */
final class Child implements AutoCloseable {
  /** The keeper takes 2 s to ask, and some to kill; it goes on when nothing waits for it. */
  private static final Duration ENDED_BY = Duration.ofSeconds(10);

  private static final Path SETSID = Path.of("/usr/bin/setsid");
  private static final byte[] END = "end\n".getBytes(StandardCharsets.US_ASCII);

  /**
   * $1 the mark, $2 the shell, $3 where the script's process is noted. Told to, it asks all to end
   * and kills what has not; when the pipe breaks, it kills at once, the shell first, which could
   * otherwise go on starting the script.
   */
  private static final String KEEPER =
      """
      exec </dev/null >/dev/null 2>&1
      trap '' HUP INT TERM
      all=
      find_all() {
        for environ in $(command -p grep -ls "SLUICE_CHILD=$1" /proc/[0-9]*/environ); do
          environ=${environ#/proc/}
          all="$all ${environ%/environ}"
        done
      }
      signal_all() {
        for each in $all; do
          kill -s "$1" -- "-$each" "$each"
        done
      }
      keep_living() {
        living=
        for each in $all; do
          if kill -s 0 -- "-$each" || kill -s 0 "$each"; then
            living="$living $each"
          fi
        done
        all=$living
      }
      read -r word <&4
      trap '' USR1
      [ "$word" = end ] || kill -s KILL -- "-$2" "$2"
      read -r all <"$3"
      if [ "$word" = end ]; then
        find_all "$1"
        signal_all TERM
        tenths=0
        while keep_living; [ -n "$all" ] && [ "$tenths" -lt 20 ]; do
          command -p sleep 0.1
          tenths=$((tenths + 1))
        done
      fi
      signal_all KILL
      rounds=0
      while all=; find_all "$1"; [ -n "$all" ] && [ "$rounds" -lt 50 ]; do
        signal_all KILL
        rounds=$((rounds + 1))
      done
      """;

  /**
   * $1 the script, $2 the mark, $3 the keeper's script, $4 setsid or nothing. The script is open
   * and its name gone before it begins, and begins only with a keeper beside it. The keeper has its
   * own copy of the pipe; the script has none.
   */
  private static final String SHELL =
      """
      exec 4<&0 3<"$1" </dev/null
      command -p rm -f "$1"
      $4 /bin/sh -c "$3" sh "$2" "$$" "$1.pid" 3<&- &
      keeper=$!
      exec 4<&-
      SLUICE_CHILD="$2" $4 /bin/sh /dev/fd/3 &
      child=$!
      exec 3<&-
      echo "$child" >"$1.pid"
      wait "$child"
      code=$?
      exec 2>/dev/null
      kill -s USR1 "$keeper"
      wait "$keeper"
      command -p rm -f "$1.pid"
      exit "$code"
      """;

  private final Process process;

  private Child(Process process) {
    this.process = process;
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
    List<String> command = new ArrayList<>();
    if (hasSessions()) {
      command.add(SETSID.toString());
    }
    String mark = UUID.randomUUID().toString();
    command.addAll(List.of("/bin/sh", "-c", SHELL, "sh", script.toString(), mark, KEEPER));
    command.add(hasSessions() ? SETSID.toString() : "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("SLUICE_"));
    builder.environment().putAll(environment);
    try {
      return new Child(builder.start());
    } catch (IOException e) {
      throw ProviderFailure.user(
          "NOT_STARTED", "the shell could not be started: " + startProblem(e));
    } catch (IllegalArgumentException e) {
      throw ProviderFailure.user(
          "BAD_ENVIRONMENT", "a name or value in environment cannot be passed to a process");
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
    try {
      process.getOutputStream().write(END);
      process.getOutputStream().flush();
      process.onExit().get(ENDED_BY.toNanos(), TimeUnit.NANOSECONDS);
    } catch (IOException e) {
      // It ended before: then its keeper needs no word.
    } catch (TimeoutException | ExecutionException e) {
      // The keeper goes on.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
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
