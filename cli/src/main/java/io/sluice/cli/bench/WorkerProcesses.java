package io.sluice.cli.bench;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.local.JavaProcess;
import io.sluice.cli.terminal.Fault;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Further workers, each a process of its own, that end with the bench. */
final class WorkerProcesses implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private final List<Process> processes = new ArrayList<>();
  private final Thread hook = new Thread(this::destroy, "sluice-bench-workers-stop");

  private WorkerProcesses() {}

  /** Returns when all of them are members. */
  static WorkerProcesses start(
      int count, Deployment deployment, Path root, Map<String, String> environment) {
    WorkerProcesses workers = new WorkerProcesses();
    Runtime.getRuntime().addShutdownHook(workers.hook);
    int before = deployment.client().workers().size();
    try {
      for (int i = 0; i < count; i++) {
        workers.processes.add(launch(deployment, root, environment));
      }
      workers.awaitMembers(deployment, before + count);
      return workers;
    } catch (RuntimeException e) {
      workers.close();
      throw e;
    }
  }

  private static Process launch(Deployment deployment, Path root, Map<String, String> environment) {
    ProcessBuilder builder =
        new ProcessBuilder(JavaProcess.command(List.of("serve", "worker", "--root=" + root)));
    Map<String, String> variables = new HashMap<>(environment);
    variables.putAll(deployment.client().connection().environment());
    builder.environment().clear();
    builder.environment().putAll(variables);
    builder.directory(root.toFile());
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(root.resolve("workers.log").toFile()));
    try {
      return builder.start();
    } catch (IOException e) {
      throw Fault.of("A worker could not be started", String.valueOf(e.getMessage()), "")
          .because(e);
    }
  }

  private void awaitMembers(Deployment deployment, int wanted) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (deployment.client().workers().size() < wanted) {
      boolean dead = processes.stream().anyMatch(process -> !process.isAlive());
      if (dead || System.nanoTime() > until) {
        throw Fault.of(
            "A worker did not start",
            dead ? "Its process ended." : "It did not join in " + PATIENCE.toSeconds() + " s.",
            "");
      }
      try {
        Thread.sleep(Duration.ofMillis(50));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw Fault.of("Interrupted", "While workers were starting.", "").because(e);
      }
    }
  }

  List<Long> pids() {
    return processes.stream().map(Process::pid).toList();
  }

  private void destroy() {
    processes.forEach(Process::destroy);
  }

  @Override
  public void close() {
    destroy();
    for (Process process : processes) {
      try {
        if (!process.waitFor(15, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // Shutting down already: the hook has done it.
    }
  }
}
