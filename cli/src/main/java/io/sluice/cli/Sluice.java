package io.sluice.cli;

/** The entry of the command line. */
public final class Sluice {
  private Sluice() {}

  public static void main(String[] arguments) {
    System.out.println("sluice 0.1.0");
  }
}
