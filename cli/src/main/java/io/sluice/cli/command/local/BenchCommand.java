package io.sluice.cli.command.local;

import io.sluice.cli.bench.Bench;
import io.sluice.cli.bench.BenchResult;
import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.TemporaryDirectory;
import io.sluice.cli.command.shared.WithSubcommands;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.local.LocalDeployment;
import io.sluice.cli.local.LocalDescription.Mode;
import io.sluice.cli.local.LocalDirectory;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.json.Json;
import io.sluice.transport.Connection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The local deployment is measured in a directory of its own, never on a user's state. */
@Command(
    name = "bench",
    description = "Measures a fleet, or a local deployment that it starts for the purpose.",
    footer = {"", "Example:", "  sluice bench fan-out --tasks 5000 --raw"})
public final class BenchCommand implements Callable<Integer>, WithSubcommands {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(
      paramLabel = "fan-out|chain|layers|fleet",
      arity = "0..1",
      description = "The workload.")
  private String workload = "";

  @Option(names = "--tasks", paramLabel = "N", description = "Tasks per run.")
  private int tasks;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Worker processes; 1 is the deployment's own (default: 1).")
  private int workers = 1;

  @Option(names = "--task-ms", paramLabel = "N", description = "How long a task sleeps.")
  private int taskMillis;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Concurrent runs, each in a workspace of its own.")
  private int runs;

  @Option(
      names = "--raw",
      description = "Also measure the broker alone, and report what share of it Sluice reaches.")
  private boolean raw;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "Measure this many times and report the median round (default: 1).")
  private int rounds;

  @Option(names = "--json", description = "Print one JSON object as the last line.")
  private boolean json;

  public BenchCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public void addTo(CommandLine line) {
    line.addSubcommand("state", new BenchStateCommand(invocation));
  }

  @Override
  public Integer call() {
    if (tasks < 0 || workers < 1 || taskMillis < 0 || runs < 0 || rounds < 1) {
      throw Fault.of(
          "A number is out of range",
          "--tasks, --runs and --task-ms must not be negative; --workers and --rounds must be 1 or"
              + " more.",
          "");
    }
    Bench.Order order = Bench.Order.of(workload, tasks, workers, taskMillis, runs, rounds, raw);
    Settings settings = fleet.settings(invocation);
    Optional<Connection> configured = settings.fleet();
    BenchResult result =
        configured.isPresent()
            ? onFleet(order, configured.get(), settings)
            : onOwnDeployment(order, settings);
    invocation.terminal().out().print(json ? Json.text(result) + "\n" : result.text());
    boolean good = result.failed() == 0 && result.succeeded() == result.tasks();
    return (good ? ExitCode.DONE : ExitCode.FAILED).number();
  }

  private BenchResult onFleet(Bench.Order order, Connection connection, Settings settings) {
    try (Deployment deployment = Deployment.of(connection);
        TemporaryDirectory directory = TemporaryDirectory.make()) {
      return new Bench(deployment, narrator())
          .run(order, directory.path(), settings.environment(), true);
    }
  }

  private BenchResult onOwnDeployment(Bench.Order order, Settings settings) {
    try (TemporaryDirectory directory = TemporaryDirectory.make()) {
      LocalDirectory local = new LocalDirectory(directory.path());
      Map<String, String> environment = new HashMap<>(settings.environment());
      environment.put("SLUICE_KEY_FILE", local.key().toString());
      try (Deployment deployment =
          Deployment.of(
              LocalDeployment.open(
                  local, Mode.FULL, "sluice bench", settings.environment(), invocation::note))) {
        return new Bench(deployment, narrator()).run(order, directory.path(), environment, false);
      }
    }
  }

  private Consumer<String> narrator() {
    return json && !invocation.terminal().interactive() ? text -> {} : invocation::note;
  }
}
