package io.sluice.cli.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** What processes take of the machine's memory at this moment. */
final class ResidentMemory {
  private ResidentMemory() {}

  /** The sum in megabytes; a process that is gone counts nothing. */
  static long megabytes(Collection<Long> pids) {
    return pids.stream().mapToLong(ResidentMemory::kilobytes).sum() / 1_024;
  }

  private static long kilobytes(long pid) {
    try {
      Path status = Path.of("/proc/" + pid + "/status");
      if (Files.exists(status)) {
        return Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> number(line.replaceAll("[^0-9]", "")))
            .sum();
      }
      Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", Long.toString(pid)).start();
      return number(new String(ps.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return 0;
    }
  }

  private static long number(String text) {
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }
}
