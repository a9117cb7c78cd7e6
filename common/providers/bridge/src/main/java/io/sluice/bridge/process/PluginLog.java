package io.sluice.bridge.process;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads everything that a plugin prints, since a plugin whose output is not read blocks. Keeps its
 * last lines for the report of a crash; from a Go panic on each line is an error.
 */
final class PluginLog {
  private static final Logger LOG = LoggerFactory.getLogger(PluginLog.class);
  private static final int KEPT = 200;
  private static final int LONGEST = 64 * 1024;

  private final UnaryOperator<String> redaction;
  private final Consumer<LogLine> lines;
  private final Deque<String> last = new ArrayDeque<>();
  private boolean panicked;

  PluginLog(UnaryOperator<String> redaction, Consumer<LogLine> lines) {
    this.redaction = redaction;
    this.lines = lines;
  }

  /** Reads until the end, whatever comes. */
  void drain(InputStream stream) {
    try (stream) {
      while (true) {
        String line = line(stream);
        if (line == null) {
          return;
        }
        take(line);
      }
    } catch (IOException e) {
      // The pipe of a process that was killed.
    }
  }

  /** The next line, or the beginning of one that is too long; null at the end. */
  static @Nullable String line(InputStream stream) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int next = stream.read();
    if (next < 0) {
      return null;
    }
    while (next >= 0 && next != '\n') {
      if (bytes.size() < LONGEST) {
        bytes.write(next);
      }
      next = stream.read();
    }
    return bytes.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  /** What the plugin's own pipes say, in pieces that need not end with a line. */
  void takePiece(byte[] bytes) {
    try (InputStream stream = new ByteArrayInputStream(bytes)) {
      for (String line = line(stream); line != null; line = line(stream)) {
        take(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(String raw) {
    String line = redaction.apply(raw);
    LogLine read;
    synchronized (this) {
      if (isPanic(line)) {
        panicked = true;
        last.clear();
      }
      if (last.size() == KEPT) {
        if (panicked) {
          return;
        }
        last.removeFirst();
      }
      last.addLast(line);
      read = panicked ? LogLine.error(line) : LogLine.parse(line);
    }
    try {
      lines.accept(read);
    } catch (RuntimeException e) {
      // Whatever the reader of lines does wrong, the plugin must not stand still for it.
      LOG.warn("A line of a plugin's log was lost: {}", e.toString());
    }
  }

  /** Whether it is the line that a Go program begins its end with. */
  static boolean isPanic(String line) {
    return line.startsWith("panic:") || line.startsWith("fatal error:");
  }

  /** From the panic on if there was one, else the last lines. */
  synchronized List<String> last() {
    return List.copyOf(last);
  }
}
