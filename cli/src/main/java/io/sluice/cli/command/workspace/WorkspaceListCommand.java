package io.sluice.cli.command.workspace;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.SelectedWorkspace;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.WorkspaceName;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "list", description = "Lists the workspaces; a star marks the selected one.")
final class WorkspaceListCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Option(names = "--json", description = "Print one JSON object per line.")
  private boolean json;

  WorkspaceListCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    String selected = SelectedWorkspace.of(invocation).orElse(WorkspaceName.DEFAULT);
    TreeSet<String> names = new TreeSet<>();
    names.add(WorkspaceName.DEFAULT);
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice workspace list").toLook();
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        names.addAll(deployment.query().workspaces());
      }
    }
    for (String name : names) {
      boolean meant = name.equals(selected);
      invocation
          .terminal()
          .out()
          .println(
              json
                  ? JsonLine.of("workspace", Instant.now()).put("name", name).put("selected", meant)
                  : (meant ? "* " : "  ") + name);
    }
    return ExitCode.DONE.number();
  }
}
