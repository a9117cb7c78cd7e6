package io.sluice.cli.logging;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the time of a command goes: one line in the log for each thing that is done, with the time
 * since the process began and the processor time that it took until then. What lies between the two
 * was waiting. Written with {@code SLUICE_LOG=info}; otherwise it costs nothing.
 */
public final class Timeline {
  private static final Logger LOG = LoggerFactory.getLogger(Timeline.class);

  /** What was done before there was a file to say it in. */
  private static final Queue<String> EARLY = new ConcurrentLinkedQueue<>();

  private Timeline() {}

  /** Says what is done now. */
  public static void mark(String done) {
    if (!LOG.isInfoEnabled()) {
      return;
    }
    EARLY.add(line(done));
    while (LogFile.current() != null) {
      String line = EARLY.poll();
      if (line == null) {
        return;
      }
      LOG.info("{}", line);
    }
  }

  private static String line(String done) {
    Duration processor = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    return done
        + " after "
        + ManagementFactory.getRuntimeMXBean().getUptime()
        + " ms, "
        + processor.toMillis()
        + " ms of processor time";
  }
}
