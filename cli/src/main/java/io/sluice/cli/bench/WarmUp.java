package io.sluice.cli.bench;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.terminal.Fault;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of the workload until the program is compiled: the window is to show the program, not how
 * it is being compiled. On two processors the compiler takes as much time as the program does, for
 * about a minute; a round counts as warm when little was compiled in it.
 */
final class WarmUp {
  private static final int MOST_TASKS = 5_000;
  private static final int LINKS = 200;
  private static final int MOST_RUNS = 200;
  private static final int LEAST_ROUNDS = 4;
  private static final Duration LONGEST = Duration.ofSeconds(60);

  /** The chain's own rounds: its links go one by one, so that they compile little. */
  private static final Duration LONGEST_OF_CHAIN = Duration.ofSeconds(15);

  /** Of a round's processor time. */
  private static final double LITTLE = 0.1;

  private final Deployment deployment;
  private final Consumer<String> narrator;
  private final BiFunction<Integer, String, Map<String, String>> workspaces;
  private final @Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
  private final long began = System.nanoTime();
  private int rounds;

  WarmUp(
      Deployment deployment,
      Consumer<String> narrator,
      BiFunction<Integer, String, Map<String, String>> workspaces) {
    this.deployment = deployment;
    this.narrator = narrator;
    this.workspaces = workspaces;
  }

  void warm(Bench.Order order) {
    narrator.accept("Warming up...");
    if (order.shape() == Workload.Shape.CHAIN) {
      // The same code as a fan-out's, which goes through it a hundred times as often.
      rounds(Workload.Shape.FAN_OUT.of(MOST_TASKS, 0), 1, LONGEST.minus(LONGEST_OF_CHAIN));
      rounds(order.shape().of(Math.min(order.tasks(), LINKS), 0), order.runs(), LONGEST);
    } else {
      Workload workload = order.shape().of(Math.min(order.tasks(), MOST_TASKS), 0);
      rounds(workload, Math.min(order.runs(), MOST_RUNS), LONGEST);
    }
  }

  private void rounds(Workload workload, int runs, Duration longest) {
    boolean warm = false;
    for (int round = 0; round < LEAST_ROUNDS || !warm; round++) {
      if (round > 0 && System.nanoTime() - began > longest.toNanos()) {
        return;
      }
      warm = round(workload, runs);
    }
  }

  private boolean round(Workload workload, int runs) {
    rounds++;
    Duration processor = Bench.processorTime();
    long compiling = compiling();
    Measurement measurement = new Measurement(deployment, workload);
    Duration took = measurement.measure(workspaces.apply(runs, "warm" + rounds)).time();
    long busy = Bench.processorTime().minus(processor).toMillis();
    long compiled = compiling() - compiling;
    narrator.accept(
        "  round %d: %d ms, %d ms of processor time here, %d ms of it compiling"
            .formatted(rounds, took.toMillis(), busy, Math.min(busy, compiled)));
    if (!measurement.troubles().isEmpty()) {
      throw Fault.of(
          "The warm-up failed", String.join("\n", measurement.troubles()), "Fix this first.");
    }
    return compiled < busy * LITTLE;
  }

  private long compiling() {
    return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
        ? 0
        : compiler.getTotalCompilationTime();
  }
}
