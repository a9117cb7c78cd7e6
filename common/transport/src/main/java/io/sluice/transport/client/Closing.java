package io.sluice.transport.client;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes what does not need each other at the same time: each may wait for a broker's answer. */
public final class Closing {
  private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

  private Closing() {}

  /** Returns when all are closed; one that fails keeps none of the others open. */
  public static void together(AutoCloseable... parts) {
    together(List.of(parts));
  }

  /** Returns when all are closed; one that fails keeps none of the others open. */
  public static void together(List<? extends AutoCloseable> parts) {
    List<Thread> closing = new ArrayList<>();
    for (AutoCloseable part : parts) {
      closing.add(Thread.ofPlatform().name("closing").start(() -> close(part)));
    }
    for (Thread thread : closing) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        closing.forEach(Thread::interrupt);
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void close(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      LOG.debug("closing {} failed", part, e);
    }
  }
}
