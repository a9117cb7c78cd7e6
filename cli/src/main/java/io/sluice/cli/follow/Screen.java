package io.sluice.cli.follow;

import io.sluice.cli.terminal.Terminal;
import java.io.PrintStream;
import java.time.Duration;

/** Lines that stay, above one line that is drawn again and again where the output is a terminal. */
final class Screen implements AutoCloseable {
  private static final String ERASE = "\r\u001b[2K";
  private static final long REDRAW_NANOS = Duration.ofMillis(100).toNanos();

  private final Terminal terminal;
  private final PrintStream out;
  private final int width;
  private boolean drawn;
  private long drawnAt;

  Screen(Terminal terminal) {
    this.terminal = terminal;
    this.out = terminal.out();
    this.width = terminal.live() ? terminal.columns() : terminal.width();
  }

  int width() {
    return width - 1;
  }

  void line(String text) {
    erase();
    out.println(text);
  }

  /** Whether there is a line at the bottom. */
  boolean isLive() {
    return terminal.live();
  }

  /** Draws the live line, unless it was drawn a moment ago. */
  void live(String text) {
    long now = System.nanoTime();
    if (!terminal.live() || (drawn && now - drawnAt < REDRAW_NANOS)) {
      return;
    }
    out.print(ERASE + text);
    out.flush();
    drawn = true;
    drawnAt = now;
  }

  private void erase() {
    if (drawn) {
      out.print(ERASE);
      drawn = false;
    }
  }

  @Override
  public void close() {
    erase();
    out.flush();
  }
}
