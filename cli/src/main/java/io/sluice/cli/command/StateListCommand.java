package io.sluice.cli.command;

import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "list", description = "Lists the addresses in state, one a line.")
final class StateListCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Option(names = "--json", description = "One JSON object a line.")
  private boolean json;

  StateListCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice state list").toLook();
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        List<StateRecord> resources =
            workspace.snapshot(deployment).map(Snapshot::resources).orElse(List.of());
        resources.stream().sorted(Comparator.comparing(StateRecord::address)).forEach(this::show);
      }
    }
    return ExitCode.DONE.number();
  }

  private void show(StateRecord resource) {
    if (json) {
      invocation
          .terminal()
          .out()
          .println(
              JsonLine.of("resource", Instant.now())
                  .put("workspace", resource.workspace())
                  .put("address", resource.address().text())
                  .put("resource_type", resource.type())
                  .put("id", resource.id())
                  .put("status", resource.status().name().toLowerCase(Locale.ROOT)));
    } else {
      invocation.terminal().out().println(resource.address());
    }
  }
}
