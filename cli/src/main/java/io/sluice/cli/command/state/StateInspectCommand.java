package io.sluice.cli.command.state;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.surgery.Inspection;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.record.StateRecord;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "inspect",
    description =
        "Counts resources by type, and lists what needs attention: orphans, missing dependencies.")
final class StateInspectCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  StateInspectCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice state inspect").toLook();
    List<StateRecord> records = List.of();
    if (found.isPresent()) {
      try (Deployment deployment = found.get()) {
        records = workspace.snapshot(invocation, deployment).resources();
      }
    }
    Inspection inspection = Inspection.of(records);
    if (json) {
      invocation.terminal().out().println(JsonLine.of("inspection", Instant.now(), inspection));
    } else {
      print(inspection);
    }
    return ExitCode.DONE.number();
  }

  private void print(Inspection inspection) {
    PrintStream out = invocation.terminal().out();
    out.println(inspection.records() + " records");
    inspection.types().forEach((type, count) -> out.printf("  %6d  %s%n", count, type));
    listed(out, "Orphans (`state adopt` or `state rm`):", inspection.orphans());
    listed(out, "Tainted or in doubt:", inspection.unsettled());
    listed(
        out,
        "Depend on something that is not in state:",
        inspection.missing().entrySet().stream()
            .map(entry -> entry.getKey() + " -> " + String.join(", ", entry.getValue()))
            .toList());
    listed(
        out,
        "One object under several addresses:",
        inspection.duplicates().stream().map(one -> String.join(", ", one)).toList());
    listed(
        out, "Imported and unchanged since, so compared by their attributes:", inspection.unsaid());
    if (inspection.isClean()) {
      out.println("Nothing needs attention.");
    }
  }

  private static void listed(PrintStream out, String heading, List<String> lines) {
    if (!lines.isEmpty()) {
      out.println(heading);
      lines.forEach(line -> out.println("  " + line));
    }
  }
}
