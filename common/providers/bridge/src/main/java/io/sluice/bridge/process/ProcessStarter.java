package io.sluice.bridge.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Starts processes that die with this one. The kernel kills a child when the thread ends that
 * started it, so all are started by one thread, which lives as long as the JVM.
 */
final class ProcessStarter {
  private static final ExecutorService THREAD =
      Executors.newSingleThreadExecutor(
          run -> {
            Thread thread = new Thread(run, "plugin-starter");
            thread.setDaemon(true);
            return thread;
          });
  private static final Optional<Path> SETPRIV = find("setpriv");

  private ProcessStarter() {}

  private static Optional<Path> find(String program) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      Path path = Path.of(folder, program);
      if (!folder.isEmpty() && Files.isExecutable(path)) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }

  /** Whether the kernel sees to it that no process is left behind. */
  static boolean isKernelWatching() {
    return SETPRIV.isPresent();
  }

  static Process start(ProcessBuilder builder) throws IOException, InterruptedException {
    if (SETPRIV.isPresent()) {
      List<String> command = new ArrayList<>();
      command.add(SETPRIV.get().toString());
      command.addAll(List.of("--pdeathsig", "KILL", "--"));
      command.addAll(builder.command());
      builder.command(command);
    }
    Future<Process> started = THREAD.submit(builder::start);
    try {
      return started.get();
    } catch (InterruptedException e) {
      // It starts all the same, and nobody will know of it.
      THREAD.execute(() -> end(started));
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException("a process could not be started", e.getCause());
    }
  }

  private static void end(Future<Process> started) {
    if (started.state() == Future.State.SUCCESS) {
      started.resultNow().destroyForcibly();
    }
  }
}
