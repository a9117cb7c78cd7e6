package io.sluice.state.ownership;

/** What a start is made of and how long each part took: a slow one is then no riddle. */
public final class Steps {
  private final StringBuilder text = new StringBuilder();
  private long last = System.nanoTime();

  /** From the step before to now. */
  public synchronized void done(String step) {
    long now = System.nanoTime();
    if (!text.isEmpty()) {
      text.append(", ");
    }
    text.append(step).append(' ').append((now - last) / 1_000_000).append(" ms");
    last = now;
  }

  @Override
  public synchronized String toString() {
    return text.toString();
  }
}
