package io.sluice.cli.logging;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Where log lines go from now on; what comes before anything was said is not kept. */
public final class LogFile {
  private static final AtomicReference<@Nullable Path> FILE = new AtomicReference<>();
  private static volatile boolean errorStream;

  private LogFile() {}

  public static void use(Path file) {
    FILE.set(file);
  }

  /** For a service in the foreground. */
  public static void toErrorStream() {
    errorStream = true;
  }

  static @Nullable Path current() {
    return FILE.get();
  }

  static boolean isErrorStream() {
    return errorStream;
  }
}
