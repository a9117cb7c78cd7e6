package io.sluice.cli.terminal;

/** Who gives orders and submits: the user of the operating system. */
public final class Operator {
  private Operator() {}

  public static String name() {
    return System.getProperty("user.name", "unknown");
  }
}
