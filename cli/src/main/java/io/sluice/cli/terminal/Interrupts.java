package io.sluice.cli.terminal;

import java.util.concurrent.atomic.AtomicInteger;
import org.jline.utils.Signals;

/**
 * Counts Ctrl-C while a run is followed: the first asks for something gentle, the second for its
 * end. While open, Ctrl-C does not end the process by itself.
 */
public final class Interrupts implements AutoCloseable {
  private static final String INTERRUPT = "INT";
  private final AtomicInteger count = new AtomicInteger();
  private final Object before;

  public Interrupts() {
    this.before = Signals.register(INTERRUPT, count::incrementAndGet);
  }

  public int count() {
    return count.get();
  }

  @Override
  public void close() {
    Signals.unregister(INTERRUPT, before);
  }
}
