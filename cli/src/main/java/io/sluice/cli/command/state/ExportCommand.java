package io.sluice.cli.command.state;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "export",
    description =
        "Writes each workspace to a file in a folder; `state restore --from DIR` restores them into"
            + " an empty deployment. Sealed values stay sealed: keep the key as well.")
public final class ExportCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(paramLabel = "DIR", description = "The folder; it is created if it does not exist.")
  private String folder = "";

  public ExportCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice export").toLook();
    int written = 0;
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        written = Exported.write(deployment, invocation.resolve(folder));
      }
    }
    invocation
        .terminal()
        .out()
        .println(written + (written == 1 ? " workspace" : " workspaces") + " written to " + folder);
    return ExitCode.DONE.number();
  }
}
