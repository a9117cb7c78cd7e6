package io.sluice.bridge.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * A process in one line, for others to find again. Its number alone may since have been given to
 * another; so the line says, too, when it began: in ticks since the machine's start where the
 * system tells, since a clock that is set changes every time of day.
 */
public final class ProcessNote {
  /** Of /proc/PID/stat, counted behind the name, which may hold anything. */
  private static final int START = 19;

  private ProcessNote() {}

  public static String of(ProcessHandle process) {
    return process.pid() + " " + ticks(process).orElseGet(() -> time(process));
  }

  /** The very process that the line describes, if it still lives. */
  public static Optional<ProcessHandle> find(String line) {
    String[] words = line.split(" ");
    if (words.length != 2 || !words[0].matches("[0-9]{1,10}")) {
      return Optional.empty();
    }
    return ProcessHandle.of(Long.parseLong(words[0]))
        .filter(process -> process.isAlive() && describes(line, process));
  }

  /** Earlier builds wrote the time of day. */
  private static boolean describes(String line, ProcessHandle process) {
    return of(process).equals(line) || (process.pid() + " " + time(process)).equals(line);
  }

  private static Optional<String> ticks(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
      return fields.length > START ? Optional.of("t" + fields[START]) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static String time(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("-");
  }
}
