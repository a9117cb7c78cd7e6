package io.sluice.cli.logging;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The file that log lines go to from now on; what comes before there is one is not kept. */
public final class LogFile {
  private static final AtomicReference<@Nullable Path> FILE = new AtomicReference<>();

  private LogFile() {}

  public static void use(Path file) {
    FILE.set(file);
  }

  static @Nullable Path current() {
    return FILE.get();
  }
}
