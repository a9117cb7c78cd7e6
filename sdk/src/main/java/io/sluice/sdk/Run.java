package io.sluice.sdk;

import java.util.function.Consumer;

/** One application of a stack. */
public interface Run {
  String id();

  /** How it ended. */
  enum End {
    SUCCEEDED,
    FAILED,
    CANCELLED,
    REFUSED,
    /** What happened to some objects is not known: `sluice runs resolve` says it. */
    NEEDS_ATTENTION
  }

  /** Waits until it has ended. */
  default End follow() {
    return follow(line -> {});
  }

  /**
   * The same.
   *
   * @param progress told a line for whatever happens
   */
  End follow(Consumer<String> progress);
}
