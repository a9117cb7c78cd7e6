package io.sluice.cli.follow;

import io.sluice.cli.terminal.Terminal;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/** Lines that stay, above one line that is drawn again and again where the output is a terminal. */
final class Screen implements AutoCloseable {
  private static final String ERASE = "\r\u001b[2K";
  private static final long REDRAW_NANOS = Duration.ofMillis(100).toNanos();

  private final Terminal terminal;
  private final PrintStream out;
  private final int width;
  private final int height;
  private boolean drawn;
  private int above;
  private long drawnAt;

  Screen(Terminal terminal) {
    this.terminal = terminal;
    this.out = terminal.out();
    this.width = terminal.live() ? terminal.columns() : terminal.width();
    this.height = terminal.live() ? terminal.rows() : 0;
  }

  int width() {
    return width - 1;
  }

  /** How many lines there are for more than the line at the bottom. */
  int room() {
    return terminal.live() ? Math.max(0, height / 3) : 0;
  }

  void line(String text) {
    erase();
    out.println(text);
  }

  /** Whether there is a line at the bottom. */
  boolean isLive() {
    return terminal.live();
  }

  /** Draws the live lines, unless they were drawn a moment ago. */
  void live(List<String> lines) {
    long now = System.nanoTime();
    if (!terminal.live() || (drawn && now - drawnAt < REDRAW_NANOS)) {
      return;
    }
    erase();
    out.print(ERASE + String.join("\n", lines));
    out.flush();
    drawn = true;
    above = lines.size() - 1;
    drawnAt = now;
  }

  private void erase() {
    if (drawn) {
      out.print((above > 0 ? "\r\u001b[" + above + "A\u001b[J" : "") + ERASE);
      drawn = false;
      above = 0;
    }
  }

  @Override
  public void close() {
    erase();
    out.flush();
  }
}
