package io.sluice.cli.command.shared;

import io.sluice.cli.plan.Roots;
import io.sluice.cli.terminal.Invocation;
import picocli.CommandLine.Parameters;

/** DIR of a command that works on a configuration. */
public final class RootArgument {
  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = ".",
      description = "Directory of the root module.")
  private String directory = ".";

  /** As if it were typed there. */
  public Invocation in(Invocation typed) {
    return Roots.in(typed, directory);
  }
}
