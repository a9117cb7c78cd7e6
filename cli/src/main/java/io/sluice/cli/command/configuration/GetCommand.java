package io.sluice.cli.command.configuration;

import io.sluice.cli.command.shared.RootArgument;
import io.sluice.cli.install.InstallReport;
import io.sluice.cli.install.Installation;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Gets the modules that a configuration calls, and leaves its providers alone. */
@Command(
    name = "get",
    description = "Installs the modules of a configuration below .terraform, and no providers.")
public final class GetCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private RootArgument directory = new RootArgument();

  @Option(
      names = {"--update", "--upgrade"},
      description = "Look for newer modules than those that are installed.")
  private boolean update;

  public GetCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Invocation inside = directory.in(invocation);
    InstallReport report = new InstallReport(inside);
    Installation installation = Installation.of(inside);
    installation.installModules(update, report.modules());
    installation.configuration();
    if (!report.anything()) {
      report.line("Nothing to fetch: all modules are read in place, or are installed.");
    }
    return ExitCode.DONE.number();
  }
}
