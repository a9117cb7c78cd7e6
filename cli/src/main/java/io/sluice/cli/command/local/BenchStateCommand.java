package io.sluice.cli.command.local;

import io.sluice.cli.bench.StateBench;
import io.sluice.cli.command.shared.Faults;
import io.sluice.cli.command.shared.TemporaryDirectory;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.json.Json;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "state",
    description =
        "Measures what a large state costs one state service: memory, start-up time, answer time.")
final class BenchStateCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Option(names = "--records", paramLabel = "N", description = "Resources (default: 100000).")
  private int records = 100_000;

  @Option(
      names = "--workspaces",
      paramLabel = "N",
      description = "Workspaces that share the resources (default: 1000).")
  private int workspaces = 1_000;

  @Option(
      names = "--heap-mb",
      paramLabel = "N",
      description = "The service's heap, in MiB (default: 256).")
  private int heap = 256;

  @Option(names = "--json", description = "Print one JSON object as the last line.")
  private boolean json;

  BenchStateCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    StateBench.Extent extent = new StateBench.Extent(records, workspaces, heap);
    try (TemporaryDirectory directory = TemporaryDirectory.make()) {
      StateBench.Result result =
          new StateBench(directory.path(), invocation.environment(), invocation::note).run(extent);
      invocation.terminal().out().print(json ? Json.text(result) + "\n" : result.text());
      return ExitCode.DONE.number();
    } catch (IOException e) {
      throw Faults.of(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.of("Interrupted", "While measuring.", "").because(e);
    }
  }
}
