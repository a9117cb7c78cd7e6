package io.sluice.cli.local;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which process holds a lock: as the kernel tells it where it does, otherwise as the holder has
 * noted in the file. Not for the holder itself: see {@link HostLock}.
 */
final class LockHolder {
  private static final Path KERNEL_TABLE = Path.of("/proc/locks");

  /** Some systems tell the start of a process by the clock, which may have been set since. */
  private static final Duration CLOCK_DRIFT = Duration.ofSeconds(10);

  private LockHolder() {}

  /** Empty where no process certainly holds it. */
  static Optional<ProcessHandle> of(Path file) {
    return fromKernel(file).or(() -> fromNote(file)).filter(ProcessHandle::isAlive);
  }

  /** Which process this is, and since when: the number alone is given again. */
  static void note(FileChannel channel) {
    ProcessHandle self = ProcessHandle.current();
    long since = self.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    byte[] text = (self.pid() + " " + since + "\n").getBytes(StandardCharsets.US_ASCII);
    try {
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(text), 0);
    } catch (IOException e) {
      // The lock holds without it.
    }
  }

  private static Optional<ProcessHandle> fromNote(Path file) {
    try {
      String[] noted = Files.readString(file, StandardCharsets.US_ASCII).strip().split(" ");
      if (noted.length != 2) {
        return Optional.empty();
      }
      Instant since = Instant.ofEpochMilli(Long.parseLong(noted[1]));
      return ProcessHandle.of(Long.parseLong(noted[0]))
          .filter(
              process ->
                  process
                      .info()
                      .startInstant()
                      .map(start -> Duration.between(start, since).abs())
                      .filter(apart -> apart.compareTo(CLOCK_DRIFT) < 0)
                      .isPresent());
    } catch (IOException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** A row is {@code 3: POSIX ADVISORY WRITE 16089 fe:00:2490557 0 EOF}. */
  private static Optional<ProcessHandle> fromKernel(Path file) {
    try (Stream<String> rows = Files.lines(KERNEL_TABLE)) {
      String place = place(file);
      return rows.map(row -> row.strip().split("\\s+"))
          .filter(row -> row.length > 5 && row[3].equals("WRITE") && row[5].equals(place))
          .findFirst()
          .flatMap(row -> ProcessHandle.of(Long.parseLong(row[4])));
    } catch (IOException
        | java.io.UncheckedIOException
        | UnsupportedOperationException
        | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String place(Path file) throws IOException {
    long device = ((Number) Files.getAttribute(file, "unix:dev")).longValue();
    long inode = ((Number) Files.getAttribute(file, "unix:ino")).longValue();
    long major = ((device >> 8) & 0xfff) | ((device >> 32) & ~0xfffL);
    long minor = (device & 0xff) | ((device >> 12) & 0xffffff00L);
    return "%02x:%02x:%d".formatted(major, minor, inode);
  }
}
