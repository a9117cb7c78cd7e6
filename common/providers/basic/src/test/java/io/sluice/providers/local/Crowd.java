package io.sluice.providers.local;

import io.sluice.provider.Cancellation;
import io.sluice.provider.Deadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A process that runs many commands at once, to be killed: so many, this script, in this folder,
 * with this mark in their environment. A line on its standard input cancels them all.
 */
final class Crowd {
  static final String MARK = "CROWD_MARK";

  private Crowd() {}

  public static void main(String[] arguments) throws Exception {
    ShellRun.Job job =
        new ShellRun.Job(arguments[1], Path.of(arguments[2]), Map.of(MARK, arguments[3]), null);
    Cancellation cancellation = new Cancellation();
    for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
      Thread.startVirtualThread(() -> run(job, cancellation));
    }
    if (System.in.read() >= 0) {
      cancellation.cancel("told to");
    }
    Thread.sleep(Duration.ofHours(1));
  }

  private static void run(ShellRun.Job job, Cancellation cancellation) {
    try {
      ShellRun.run(job, Deadline.after(Duration.ofHours(1)), cancellation);
    } catch (Exception e) {
      System.err.println(e);
    }
  }
}
