package io.sluice.cli.command.configuration;

import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.load.ConfigurationLoader;
import io.sluice.language.config.load.DirectoryFiles;
import io.sluice.language.source.Diagnostics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** There is nothing to prepare; checking the configuration reports faults early. */
@Command(
    name = "init",
    description = "Checks the configuration. Accepted as in Terraform: there is nothing to fetch.")
public final class InitCommand implements Callable<Integer> {
  private final Invocation invocation;

  /** {@code -upgrade}, {@code -backend-config=...} and the like have no meaning here. */
  @Unmatched private List<String> ignored = new ArrayList<>();

  public InitCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Diagnostics found = new Diagnostics();
    ConfigurationLoader.load(new DirectoryFiles(invocation.directory()), found);
    if (found.hasErrors()) {
      throw new Fault(found.list());
    }
    found.list().forEach(invocation::tell);
    if (!ignored.isEmpty()) {
      invocation.note("Ignored, since there is nothing to fetch: " + String.join(" ", ignored));
    }
    invocation
        .terminal()
        .out()
        .println(
            "Nothing to fetch: providers are built in or are jars in plugins/, and modules are read"
                + " in place.\n"
                + "Try: sluice plan");
    return ExitCode.DONE.number();
  }
}
