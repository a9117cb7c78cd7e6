package io.sluice.cli.local;

import io.sluice.cli.logging.Timeline;
import io.sluice.cli.render.run.StatusText;
import io.sluice.model.PoolName;
import io.sluice.planner.PlannerService;
import io.sluice.provider.plugin.Plugins;
import io.sluice.seal.Keyring;
import io.sluice.state.StateService;
import io.sluice.state.blob.BlobSettings;
import io.sluice.transport.Connection;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.Closing;
import io.sluice.transport.topic.TopicSetup;
import io.sluice.transport.topic.Topics;
import io.sluice.worker.Worker;
import io.sluice.worker.WorkerService;
import io.sluice.worker.throttling.Guard;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The services of a deployment, started side by side in this process. They stop one after the
 * other: who takes work in first, who records it last, so that what was done is committed before
 * the end.
 */
final class Services implements AutoCloseable {
  static final String STATE = "state";
  private static final int PARALLELISM = 256;
  private static final Duration LOOK = Duration.ofMillis(20);

  /** One running service. */
  private record Part(AutoCloseable service, Supplier<ServiceStatus> standing) {}

  private final String queryAddress;
  private volatile List<Part> parts;
  private List<Supplier<Part>> heldBack;

  private Services(List<Part> parts, List<Supplier<Part>> heldBack, String queryAddress) {
    this.parts = parts;
    this.heldBack = heldBack;
    this.queryAddress = queryAddress;
  }

  /** Takes away who is a member of consumer groups and of share groups. */
  @FunctionalInterface
  interface Forgetting {
    void members(List<String> consumers, List<String> sharers);
  }

  /**
   * @param forgetting for members of a deployment that this directory had before: all are dead
   */
  static Services start(
      LocalDirectory directory,
      Connection connection,
      DeploymentHost.Purpose purpose,
      Forgetting forgetting) {
    key(directory);
    TopicSetup topics = new TopicSetup(connection, new Clients(connection, "cli"));
    if (topics.prepare(PoolName.DEFAULT) == TopicSetup.Found.EARLIER) {
      forgetting.members(
          List.of(
              Topics.stateGroup(connection),
              Topics.plannerGroup(connection),
              Topics.requestsGroup(connection)),
          List.of(Topics.workersGroup(connection, PoolName.DEFAULT)));
    }
    Timeline.mark("topics ready");
    Map<String, String> variables = variables(directory, connection, purpose.environment());
    return switch (purpose.mode()) {
      case READ -> {
        variables.put("SLUICE_STATE_READ_ONLY", "true");
        yield of(List.of(() -> state(connection, variables)), List.of());
      }
      case FULL -> {
        Supplier<Part> state = () -> state(connection, variables);
        List<Supplier<Part>> working =
            List.of(() -> planner(connection, variables), () -> worker(connection, variables));
        yield purpose.held()
            ? of(List.of(state), working)
            : of(List.of(working.getFirst(), working.getLast(), state), List.of());
      }
    };
  }

  /** Starts what was held back, if anything was. */
  synchronized void begin() {
    List<Part> begun = new ArrayList<>(together(heldBack));
    heldBack = List.of();
    begun.addAll(parts);
    parts = begun;
  }

  /** Where there is state there may be sealed values: a new key would open none of them. */
  private static void key(LocalDirectory directory) {
    if (Files.isDirectory(directory.state())) {
      Keyring.load(directory.key());
    } else {
      Keyring.loadOrGenerate(directory.key());
    }
  }

  private static Services of(List<Supplier<Part>> starts, List<Supplier<Part>> heldBack) {
    List<Part> parts = together(starts);
    String address =
        parts.stream()
            .map(Part::service)
            .filter(StateService.class::isInstance)
            .map(service -> "http://127.0.0.1:" + ((StateService) service).port())
            .findFirst()
            .orElse("");
    return new Services(parts, heldBack, address);
  }

  private static Map<String, String> variables(
      LocalDirectory directory, Connection connection, Map<String, String> environment) {
    Map<String, String> variables = new HashMap<>(environment);
    variables.putAll(connection.environment());
    variables.put("SLUICE_ROOT", directory.root().toString());
    variables.putIfAbsent("SLUICE_WORKER_DATA", directory.worker().toString());
    variables.put("SLUICE_KEY_FILE", directory.key().toString());
    variables.put(Plugins.DIRECTORY, directory.root().toString());
    variables.put("SLUICE_DATA", directory.state().toString());
    variables.put(BlobSettings.BLOBS, directory.blobs().toString());
    variables.put("SLUICE_HTTP_HOST", "127.0.0.1");
    variables.put(Worker.EMBEDDED, "true");
    // Three services in one process can't share a port that was meant for one.
    variables.remove("SLUICE_HTTP_PORT");
    variables.putIfAbsent("SLUICE_PARALLELISM", Integer.toString(PARALLELISM));
    return variables;
  }

  private static List<Part> together(List<Supplier<Part>> starts) {
    try (ExecutorService starters = Executors.newFixedThreadPool(Math.max(1, starts.size()))) {
      List<CompletableFuture<Part>> started =
          starts.stream().map(start -> CompletableFuture.supplyAsync(start, starters)).toList();
      List<Part> parts = new ArrayList<>();
      try {
        started.forEach(part -> parts.add(part.join()));
        return parts;
      } catch (CompletionException e) {
        started.forEach(part -> part.thenAccept(Services::stop).exceptionally(failure -> null));
        throw e.getCause() instanceof RuntimeException cause ? cause : e;
      }
    }
  }

  private static Part planner(Connection connection, Map<String, String> variables) {
    PlannerService planner = PlannerService.start(connection, variables);
    return new Part(
        planner,
        () ->
            new ServiceStatus(
                "planner", planner.isReady() ? ServiceStatus.RUNNING : "starting", null, null));
  }

  private static Part worker(Connection connection, Map<String, String> variables) {
    WorkerService worker = WorkerService.start(connection, variables);
    return new Part(
        worker,
        () ->
            new ServiceStatus(
                "worker",
                ServiceStatus.RUNNING,
                null,
                worker.inFlight(),
                worker.providers().stream().map(Services::breaker).toList()));
  }

  private static StatusText.Breaker breaker(Guard.Standing standing) {
    return new StatusText.Breaker(
        standing.provider(),
        standing.breaker(),
        standing.running(),
        standing.waiting(),
        standing.limit(),
        standing.throttled());
  }

  private static Part state(Connection connection, Map<String, String> variables) {
    StateService state = StateService.start(connection, variables);
    return new Part(
        state,
        () -> {
          int served = state.partitions().size();
          String standing =
              served == connection.partitions() ? ServiceStatus.RUNNING : "taking over";
          return new ServiceStatus(STATE, standing, served, null);
        });
  }

  String queryAddress() {
    return queryAddress;
  }

  List<ServiceStatus> standing() {
    return parts.stream().map(part -> part.standing().get()).toList();
  }

  /**
   * Waits until all of them do their work. One that can't in this time says why in its standing:
   * that the deployment is up is true all the same.
   */
  void awaitRunning(Duration patience) {
    long began = System.nanoTime();
    while (!standing().stream().allMatch(ServiceStatus::isRunning)
        && System.nanoTime() - began < patience.toNanos()
        && DeploymentEntry.paused(LOOK)) {
      // Nothing to do but to look again.
    }
  }

  private static void stop(Part part) {
    try {
      part.service().close();
    } catch (Exception e) {
      // The next one must stop all the same; what was accepted and not done is found at the start.
    }
  }

  @Override
  public synchronized void close() {
    // What still runs ends while the others serve: who waits sees how it ends.
    Map<Boolean, List<Part>> byBusy =
        parts.stream().collect(Collectors.partitioningBy(Services::busy));
    byBusy.getOrDefault(true, List.of()).forEach(Services::stop);
    Closing.together(byBusy.getOrDefault(false, List.of()).stream().map(Part::service).toList());
  }

  private static boolean busy(Part part) {
    return part.service() instanceof WorkerService worker && worker.inFlight() > 0;
  }
}
