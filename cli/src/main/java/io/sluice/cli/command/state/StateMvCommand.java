package io.sluice.cli.command.state;

import io.sluice.cli.command.shared.EditOptions;
import io.sluice.cli.command.shared.StateEditor;
import io.sluice.cli.surgery.Move;
import io.sluice.cli.surgery.Records;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "mv",
    description =
        "Moves a resource, an instance or a module to a new address and updates its dependents.",
    footer = {"", "Example:", "  sluice state mv local_file.a module.site.local_file.a"})
final class StateMvCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private EditOptions options = new EditOptions();

  @Parameters(
      index = "0",
      paramLabel = "FROM",
      description = "The address of a resource, an instance or a module.")
  private String from = "";

  @Parameters(index = "1", paramLabel = "TO", description = "The new address.")
  private String to = "";

  StateMvCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    return new StateEditor(invocation, options)
        .perform(
            "sluice state mv", snapshot -> Move.of(new Records(snapshot.resources()), from, to));
  }
}
