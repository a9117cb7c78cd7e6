package io.sluice.bridge.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a process holds in memory, as the kernel says it. */
final class ResidentMemory {
  private static final String LINE = "VmRSS:";
  private static final long KILO = 1024;

  private ResidentMemory() {}

  /** Zero for a process that is gone, and where there is no /proc. */
  static long of(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
        if (line.startsWith(LINE)) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) * KILO;
        }
      }
    } catch (IOException e) {
      return 0;
    }
    return 0;
  }
}
