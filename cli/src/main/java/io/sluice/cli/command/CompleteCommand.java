package io.sluice.cli.command;

import io.sluice.cli.command.shared.LookOptions;
import io.sluice.cli.command.shared.WorkspaceOption;
import io.sluice.cli.render.NaturalOrder;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.client.RunRecords;
import io.sluice.model.record.RunRecord;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What the scripts of {@code completion} ask: names that only a deployment knows, one a line. */
@Command(name = CompleteCommand.NAME, hidden = true)
final class CompleteCommand implements Callable<Integer> {
  static final String NAME = "complete";

  /** What can be asked for. */
  enum Kind {
    ADDRESSES,
    RUNS,
    WORKSPACES;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Invocation invocation;

  @Parameters(paramLabel = "addresses|runs|workspaces", description = "What is asked for.")
  private Kind kind = Kind.ADDRESSES;

  @Mixin private LookOptions look = new LookOptions();
  @Mixin private WorkspaceOption workspace = new WorkspaceOption();

  CompleteCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    try {
      names().forEach(invocation.terminal().out()::println);
    } catch (Fault fault) {
      // A shell that completes has no place for a fault: there is nothing to offer.
      return ExitCode.FAILED.number();
    }
    return ExitCode.DONE.number();
  }

  private List<String> names() {
    return look.at(
            invocation,
            "sluice complete",
            deployment ->
                switch (kind) {
                  case ADDRESSES ->
                      deployment
                          .query()
                          .resources(workspace.name(invocation, deployment), "", List.of())
                          .stream()
                          .map(resource -> resource.path("address").asText())
                          .sorted(NaturalOrder.TEXT)
                          .toList();
                  case RUNS ->
                      RunRecords.decoded(deployment.query().runs()).stream()
                          .map(RunRecord::run)
                          .toList();
                  case WORKSPACES -> deployment.query().workspaces();
                })
        .orElse(List.of());
  }
}
