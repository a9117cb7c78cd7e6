package io.sluice.machine.run;

/** A tally that is counted on with while an input is decided on. */
public final class Counting {
  private Tally now;

  /** Whether another holder shares it. */
  private boolean shared = true;

  public Counting(Tally before) {
    now = before;
  }

  public void add(Counter counter, int more) {
    if (shared) {
      now = now.copy();
      shared = false;
    }
    now.add(counter, more);
  }

  public int of(Counter counter) {
    return now.of(counter);
  }

  /** As it is by now; what is counted after that is not in it. */
  public Tally taken() {
    shared = true;
    return now;
  }
}
