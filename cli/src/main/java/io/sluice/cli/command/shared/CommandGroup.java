package io.sluice.cli.command.shared;

import io.sluice.cli.terminal.Fault;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that does nothing by itself: others are below it. */
public abstract class CommandGroup implements Callable<Integer>, WithSubcommands {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public final Integer call() {
    String name = spec.qualifiedName();
    throw Fault.of(
        name + " needs a subcommand",
        name + " needs one of " + String.join(", ", spec.subcommands().keySet()) + ".",
        "`" + name + " --help` shows what they do.");
  }
}
