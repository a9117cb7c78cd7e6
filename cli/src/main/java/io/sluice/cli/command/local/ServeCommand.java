package io.sluice.cli.command.local;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.Keys;
import io.sluice.cli.deployment.Settings;
import io.sluice.cli.logging.LogFile;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Suggestion;
import io.sluice.planner.PlannerService;
import io.sluice.provider.plugin.Plugins;
import io.sluice.state.StateService;
import io.sluice.transport.Connection;
import io.sluice.worker.Worker;
import io.sluice.worker.WorkerService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs until it is asked to end; SIGTERM and Ctrl-C drain it. */
@Command(
    name = "serve",
    description = "Runs one service in the foreground, on the Kafka and ZooKeeper of a fleet.",
    footer = {
      "",
      "Example:",
      "  SLUICE_KAFKA=kafka:9092 SLUICE_ZOOKEEPER=zookeeper:2181 sluice serve worker --pool default"
    })
public final class ServeCommand implements Callable<Integer> {
  private static final List<String> ROLES = List.of("planner", "worker", "state");
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(paramLabel = "planner|worker|state", description = "The service.")
  private String role = "";

  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "For a worker: the directory that relative paths of resources start from.")
  private @Nullable String root;

  @Option(
      names = "--pool",
      paramLabel = "POOL",
      description = "For a worker: the pool whose tasks it takes.")
  private @Nullable String pool;

  public ServeCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (!ROLES.contains(role)) {
      throw Fault.of(
          "There is no service \"" + role + "\"",
          Suggestion.ofTyped(role, ROLES)
              .map(near -> "Did you mean " + near + "?")
              .orElse("The services are planner, worker and state."),
          "");
    }
    Settings settings = fleet.settings(invocation);
    Connection connection = layout(settings);
    LogFile.toErrorStream();
    CountDownLatch ended = new CountDownLatch(1);
    AutoCloseable service = start(connection, variables(settings));
    Thread hook =
        new Thread(
            () -> {
              closeQuietly(service);
              ended.countDown();
            },
            "sluice-serve-stop");
    Runtime.getRuntime().addShutdownHook(hook);
    invocation.note(role + " serves " + connection.bootstrapServers() + ". Ctrl-C stops it.");
    ended.await();
    return ExitCode.DONE.number();
  }

  /** As the settings say it; what they don't say of a fleet that is there, it says itself. */
  private static Connection layout(Settings settings) {
    Connection said = settings.fleet().orElseThrow(ServeCommand::nowhere);
    try (Deployment deployment = Deployment.of(said)) {
      Connection there = deployment.client().connection();
      Map<String, String> variables = settings.environment();
      return said.withPartitions(
          variables.containsKey("SLUICE_PARTITIONS") ? said.partitions() : there.partitions(),
          variables.containsKey("SLUICE_TASKS_PARTITIONS")
              ? said.tasksPartitions()
              : there.tasksPartitions());
    }
  }

  private AutoCloseable start(Connection connection, Map<String, String> variables) {
    return switch (role) {
      case "worker" -> WorkerService.start(connection, variables);
      case "planner" -> PlannerService.start(connection, variables);
      case "state" -> StateService.start(connection, variables);
      default -> throw new IllegalStateException("no service " + role);
    };
  }

  private Map<String, String> variables(Settings settings) {
    Map<String, String> variables = new HashMap<>(settings.environment());
    variables.remove(Worker.EMBEDDED);
    Path directory = invocation.directory();
    Path rootOfWorker = root == null ? directory : invocation.resolve(root);
    if (!Files.isDirectory(rootOfWorker)) {
      throw Fault.of(
          "There is no directory " + rootOfWorker, "--root must name an existing directory.", "");
    }
    if (root != null || !variables.containsKey("SLUICE_ROOT")) {
      variables.put("SLUICE_ROOT", rootOfWorker.toString());
    }
    variables.put(Keys.VARIABLE, Keys.file(invocation, settings).toString());
    variables.putIfAbsent("SLUICE_DATA", directory.resolve(".sluice/store").toString());
    variables.put(Plugins.DIRECTORY, directory.toString());
    if (pool != null) {
      variables.put("SLUICE_POOL", pool);
    }
    return variables;
  }

  private static Fault nowhere() {
    return Fault.of(
        "serve needs a fleet",
        "It runs one service on an existing Kafka and ZooKeeper.",
        "Name them: --bootstrap-servers HOST:PORT --zookeeper HOST:PORT (or SLUICE_KAFKA and"
            + " SLUICE_ZOOKEEPER). On one machine, `sluice up` starts everything.");
  }

  private static void closeQuietly(AutoCloseable service) {
    try {
      service.close();
    } catch (Exception e) {
      // The process ends all the same; what was not given back is found by its lost incarnation.
    }
  }
}
