package io.sluice.cli.terminal;

/** The exit codes of the command. */
public enum ExitCode {
  DONE(0),
  FAILED(1),
  /** Only with {@code --detailed-exitcode}. */
  CHANGES(2),
  INTERRUPTED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
