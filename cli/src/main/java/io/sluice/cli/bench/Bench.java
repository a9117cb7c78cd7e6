package io.sluice.cli.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.terminal.Fault;
import io.sluice.client.EventTail;
import io.sluice.client.Submission;
import io.sluice.model.Address;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.plan.RunOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** Warms up, measures one workload, checks what came of it, and clears its workspaces away. */
public final class Bench {
  private static final Duration CLEAR_PATIENCE = Duration.ofSeconds(60);

  private static final int RAW_RECORDS = 10_000;
  private static final int RAW_LINKS = 200;
  private static final int RAW_WARM_ROUNDS = 4;
  private static final int RAW_ROUNDS = 3;

  private final Deployment deployment;
  private final Consumer<String> narrator;
  private final String id = UUID.randomUUID().toString().substring(0, 8);
  private final List<String> used = new ArrayList<>();

  /**
   * What is asked for.
   *
   * @param tasks of one run
   * @param rounds how often it is measured; the round of the median rate is reported
   * @param raw whether the broker alone is measured, too
   */
  public record Order(
      Workload.Shape shape,
      int tasks,
      int workers,
      int taskMillis,
      int runs,
      int rounds,
      boolean raw) {
    /** An order as it is typed; what is 0 takes the shape's usual number. */
    public static Order of(
        String word, int tasks, int workers, int taskMillis, int runs, int rounds, boolean raw) {
      for (Workload.Shape shape : Workload.Shape.values()) {
        if (shape.word().equals(word)) {
          return new Order(
              shape,
              tasks == 0 ? shape.usualTasks() : tasks,
              workers,
              taskMillis,
              runs == 0 ? shape.usualRuns() : runs,
              rounds,
              raw);
        }
      }
      throw Fault.of(
          "There is no workload \"" + word + "\"", "Available: fan-out, chain, layers, fleet.", "");
    }
  }

  public Bench(Deployment deployment, Consumer<String> narrator) {
    this.deployment = deployment;
    this.narrator = narrator;
  }

  /**
   * @param root where further workers work
   * @param clear whether the workspaces must be emptied again
   */
  public BenchResult run(Order order, Path root, Map<String, String> environment, boolean clear) {
    Optional<WorkerProcesses> more =
        order.workers() > 1
            ? Optional.of(WorkerProcesses.start(order.workers() - 1, deployment, root, environment))
            : Optional.empty();
    try {
      new WarmUp(deployment, narrator, this::workspaces).warm(order);
      BenchResult result = median(order, more.map(WorkerProcesses::pids).orElse(List.of()));
      return order.raw() ? besideRawLoop(order, result) : result;
    } finally {
      if (clear) {
        clear();
      }
      more.ifPresent(WorkerProcesses::close);
    }
  }

  private BenchResult median(Order order, List<Long> workers) {
    List<BenchResult> results = new ArrayList<>();
    for (int round = 1; round <= order.rounds(); round++) {
      results.add(measured(order, "run" + round, workers));
    }
    results.sort(Comparator.comparingDouble(BenchResult::tasksPerSecond));
    return results.get(results.size() / 2);
  }

  private BenchResult measured(Order order, String part, List<Long> workers) {
    Workload workload = order.shape().of(order.tasks(), order.taskMillis());
    Measurement measurement = new Measurement(deployment, workload);
    Duration cpu = processorTime();
    Measurement.Window window = measurement.measure(workspaces(order.runs(), part));
    narrator.accept(
        "Measured in %d ms, with %d ms of processor time here; first commit after %d ms"
            .formatted(
                window.time().toMillis(),
                processorTime().minus(cpu).toMillis(),
                window.firstCommit().toMillis()));
    measurement.troubles().forEach(narrator);
    List<Long> pids = new ArrayList<>(workers);
    pids.add(ProcessHandle.current().pid());
    deployment
        .local()
        .ifPresent(
            local -> {
              if (!local.isHost()) {
                pids.add(local.description().pid());
              }
            });
    if (order.shape() == Workload.Shape.CHAIN) {
      measurement.workspaces().forEach(workspace -> requireEndValue(workspace, order.tasks()));
    }
    double seconds = window.time().toNanos() / 1e9;
    return new BenchResult(
        order.shape().word(),
        (long) workload.tasks() * order.runs(),
        order.runs(),
        order.workers(),
        window.succeeded(),
        window.failed(),
        rounded(seconds),
        rounded(window.succeeded() / seconds),
        rounded(order.runs() / seconds),
        rounded(window.hopMicros().getValueAtPercentile(50) / 1000.0),
        rounded(window.hopMicros().getValueAtPercentile(99) / 1000.0),
        ResidentMemory.megabytes(pids),
        null,
        null,
        null);
  }

  static Duration processorTime() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** In the same process, minutes and machine: the median of as many rounds, once it is warm. */
  private BenchResult besideRawLoop(Order order, BenchResult result) {
    narrator.accept("Measuring the broker alone...");
    boolean chain = order.shape() == Workload.Shape.CHAIN;
    int counted = Math.max(RAW_ROUNDS, order.rounds());
    List<Double> rounds = new ArrayList<>();
    try (RawLoop loop = RawLoop.start(deployment.client().connection())) {
      for (int round = 0; round < RAW_WARM_ROUNDS + counted; round++) {
        double measured = chain ? loop.chain(RAW_LINKS) : loop.fanOut(RAW_RECORDS);
        narrator.accept(
            String.format(
                Locale.ROOT,
                chain ? "  round %d: %.2f ms a link" : "  round %d: %.0f records/s",
                round + 1,
                measured));
        if (round >= RAW_WARM_ROUNDS) {
          rounds.add(measured);
        }
      }
    }
    rounds.sort(null);
    double middle = rounded(rounds.get(rounds.size() / 2));
    return chain ? result.besideRawHop(middle) : result.besideRawRate(middle);
  }

  /** Run ids to workspaces of the bench alone. */
  private Map<String, String> workspaces(int runs, String part) {
    Map<String, String> workspaces = new LinkedHashMap<>();
    for (int i = 0; i < runs; i++) {
      String workspace = "bench-" + id + "-" + part + "-" + i;
      workspaces.put(workspace.replace("bench-", "b"), workspace);
      used.add(workspace);
    }
    return workspaces;
  }

  private void requireEndValue(String workspace, int links) {
    Address last = Address.of("bench_task.link" + (links - 1));
    JsonNode output =
        deployment.query().resource(workspace, last).path("attributes").path("output");
    if (output.asLong(-1) != links) {
      throw Fault.of(
          "The chain of " + workspace + " ended with a wrong value",
          "The last link's output is " + output + ", it should be " + links + ".",
          "This is a bug in Sluice: a value was lost or used twice.");
    }
  }

  private void clear() {
    try (EventTail tail = deployment.client().tail()) {
      Set<String> open = new HashSet<>();
      RunOptions empty =
          new RunOptions(
              0,
              RunOptions.DEFAULT.onFailure(),
              List.of(),
              false,
              RunOptions.Approval.GIVEN,
              null,
              false,
              true);
      for (String workspace : used) {
        String run = "clear-" + workspace;
        open.add(run);
        deployment
            .client()
            .submit(
                new Submission(run, false, workspace, Workload.nothing(workspace), empty, "bench"));
      }
      long until = System.nanoTime() + CLEAR_PATIENCE.toNanos();
      while (!open.isEmpty() && System.nanoTime() < until) {
        for (Event event : tail.poll(Duration.ofMillis(100))) {
          if (event.kind() == EventKind.RUN_ENDED || event.kind() == EventKind.REFUSED) {
            open.remove(event.run());
          }
        }
      }
      if (!open.isEmpty()) {
        narrator.accept(
            String.format(
                Locale.ROOT,
                "%d workspaces of the bench are not cleared yet (bench-%s-...)",
                open.size(),
                id));
      }
    }
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
