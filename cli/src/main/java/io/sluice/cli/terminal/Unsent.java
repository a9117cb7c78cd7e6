package io.sluice.cli.terminal;

/**
 * While this is open nothing has been sent: a process that is interrupted says so. After Ctrl-C
 * people would otherwise not know whether a run goes on without the command.
 */
public final class Unsent implements AutoCloseable {
  private final Thread hook;

  public Unsent(Invocation invocation, String text) {
    hook = new Thread(() -> invocation.note("\n" + text), "sluice-unsent");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** From here on it may have been sent. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process ends: it is being said.
    }
  }
}
