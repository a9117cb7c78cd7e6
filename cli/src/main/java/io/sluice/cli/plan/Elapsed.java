package io.sluice.cli.plan;

import java.time.Duration;
import java.util.function.Consumer;

/** Tells again and again how long a plan has taken, until it is closed. */
final class Elapsed implements AutoCloseable {
  private final Thread ticking;

  Elapsed(Duration pause, Consumer<String> listener) {
    ticking =
        Thread.ofVirtual()
            .name("sluice-elapsed")
            .start(
                () -> {
                  Duration elapsed = pause;
                  while (slept(pause)) {
                    listener.accept(text(elapsed));
                    elapsed = elapsed.plus(pause);
                  }
                });
  }

  static String text(Duration elapsed) {
    return "Planning... [%ds elapsed]".formatted(elapsed.toSeconds());
  }

  private static boolean slept(Duration pause) {
    try {
      Thread.sleep(pause);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  @Override
  public void close() {
    ticking.interrupt();
  }
}
