package io.sluice.cli.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Appends lines to the current {@link LogFile}, with one older file kept; a full disk is ignored.
 */
final class FileLog extends AppenderBase<ILoggingEvent> {
  private static final long LARGEST = 16L << 20;
  private final boolean toErrorStream;

  private final LogLine form;

  FileLog(boolean toErrorStream, LogLine form) {
    this.toErrorStream = toErrorStream;
    this.form = form;
  }

  @Override
  protected void append(ILoggingEvent event) {
    Path file = LogFile.current();
    boolean told = toErrorStream || LogFile.isErrorStream();
    if (file == null && !told) {
      return;
    }
    String line = form.of(event);
    if (told) {
      System.err.print(line);
    }
    if (file != null) {
      write(file, line);
    }
  }

  private static void write(Path file, String line) {
    try {
      if (Files.exists(file) && Files.size(file) > LARGEST) {
        Files.move(
            file,
            file.resolveSibling(file.getFileName() + ".1"),
            StandardCopyOption.REPLACE_EXISTING);
      }
      Files.write(
          file,
          line.getBytes(StandardCharsets.UTF_8),
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      // There is nowhere to say that a line of the log could not be written.
    }
  }
}
