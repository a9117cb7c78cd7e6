package io.sluice.cli.local;

import io.sluice.cli.terminal.Fault;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.worker.WorkerConfiguration;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts, finds and ends a deployment that lives in a background process. */
public final class BackgroundDeployment {
  private static final Duration START_PATIENCE = Duration.ofSeconds(180);

  /** State service, broker and ZooKeeper stop behind the worker. */
  private static final Duration OTHERS_STOP = Duration.ofSeconds(20);

  /** For what asks again and again. */
  private static final Duration PROMPTLY = Duration.ofSeconds(3);

  /** For what asks once, of a machine that may be busy. */
  private static final Duration PATIENTLY = Duration.ofSeconds(8);

  private static final Duration PAUSE = Duration.ofMillis(40);

  private BackgroundDeployment() {}

  /** Made when it is first needed, and once: who waits asks often. */
  private static final class Http {
    static final HttpClient CLIENT = HttpClient.newHttpClient();
  }

  /** What the background process is started as. */
  public record Launch(String hiddenCommand, Map<String, String> environment, List<String> flags) {}

  /**
   * Starts the background process and waits until it serves. When another command hosts the
   * deployment at the moment, the background process takes over once that has ended: then this is
   * empty.
   */
  public static Optional<LocalDescription> start(LocalDirectory directory, Launch launch) {
    directory.create();
    HostTrouble.throwIfAny(directory);
    boolean hosted = HostLock.isHeld(directory);
    Path errors = directory.logs().resolve("stack.err");
    Process process = launched(directory, launch, errors);
    if (hosted) {
      return Optional.empty();
    }
    long began = System.nanoTime();
    while (Duration.ofNanos(System.nanoTime() - began).compareTo(START_PATIENCE) < 0) {
      Optional<LocalDescription> found = running(directory);
      if (found.isPresent() && found.get().pid() == process.pid()) {
        return found;
      }
      if (!process.isAlive()) {
        return lostTheRace(directory)
            .or(
                () -> {
                  throw failed(errors);
                });
      }
      DeploymentEntry.paused(PAUSE);
    }
    process.destroy();
    throw Fault.of(
        "The local deployment did not start in time",
        "It took more than " + START_PATIENCE.toSeconds() + " s. Its log is " + errors + ".",
        "Try `sluice doctor`.");
  }

  /** Another `up` was quicker: its deployment is as good. */
  private static Optional<LocalDescription> lostTheRace(LocalDirectory directory) {
    return running(directory).filter(LocalDescription::stays);
  }

  private static Process launched(LocalDirectory directory, Launch launch, Path errors) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--chdir=" + directory.root());
    arguments.add(launch.hiddenCommand());
    arguments.addAll(launch.flags());
    ProcessBuilder builder =
        new ProcessBuilder(JavaProcess.inOwnSession(JavaProcess.command(arguments)));
    builder.environment().clear();
    builder.environment().putAll(launch.environment());
    builder.directory(directory.root().toFile());
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.redirectOutput(errors.toFile());
    builder.redirectErrorStream(true);
    try {
      return builder.start();
    } catch (IOException e) {
      throw Fault.of(
              "The background process could not be started", String.valueOf(e.getMessage()), "")
          .because(e);
    }
  }

  private static Fault failed(Path errors) {
    String said;
    try {
      said = Files.readString(errors).strip();
    } catch (IOException e) {
      said = "";
    }
    return Fault.of(
        "The local deployment could not start",
        said.isEmpty() ? "The background process ended without an error message." : said,
        "");
  }

  /** The deployment that runs now, as its host describes it; empty too while it starts or stops. */
  public static Optional<LocalDescription> running(LocalDirectory directory) {
    return directory.exists() && HostLock.isHeld(directory)
        ? LocalDescription.read(directory)
        : Optional.empty();
  }

  /** Whether some process hosts the deployment, be it only starting or stopping. */
  public static boolean isHosted(LocalDirectory directory) {
    return directory.exists() && HostLock.isHeld(directory);
  }

  /** How long a deployment with these settings may take to stop. */
  static Duration longestStop(Map<String, String> environment) {
    return WorkerConfiguration.longestStop(environment).plus(OTHERS_STOP);
  }

  static Duration patience(Optional<LocalDescription> local, Map<String, String> environment) {
    Duration ours = longestStop(environment);
    return local
        .map(LocalDescription::stopSeconds)
        .map(Duration::ofSeconds)
        .filter(its -> its.compareTo(ours) > 0)
        .orElse(ours);
  }

  /**
   * Asks the host to stop and waits until its lock is free; false when no process hosted it.
   *
   * @param environment what a deployment would be started with from here; one that is up may have
   *     been given more time
   */
  public static boolean stop(LocalDirectory directory, Map<String, String> environment) {
    if (!lives(directory)) {
      return false;
    }
    Duration patience = patience(LocalDescription.read(directory), environment);
    long began = System.nanoTime();
    boolean asked = false;
    while (lives(directory)) {
      if (!asked) {
        asked =
            LocalDescription.read(directory)
                .map(BackgroundDeployment::ask)
                .orElseGet(() -> endHolder(directory));
      }
      if (Duration.ofNanos(System.nanoTime() - began).compareTo(patience) > 0) {
        throw stuck(directory, patience);
      }
      DeploymentEntry.paused(PAUSE);
    }
    return true;
  }

  private static boolean lives(LocalDirectory directory) {
    return directory.exists() && (HostLock.isHeld(directory) || HostLock.isBypassed(directory));
  }

  /** One that can't be asked is told to end; false where it only starts or stops. */
  private static boolean endHolder(LocalDirectory directory) {
    Optional<Fault> trouble = HostTrouble.of(directory);
    if (trouble.isEmpty()) {
      return false;
    }
    if (!HostTrouble.holder(directory).map(ProcessHandle::destroy).orElse(false)) {
      throw trouble.get();
    }
    return true;
  }

  private static boolean ask(LocalDescription description) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(description.control() + "/stop"))
              .header("Authorization", "Bearer " + description.token())
              .timeout(Duration.ofSeconds(3))
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      return Http.CLIENT.send(request, HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      // The lock was held a moment ago and the description belongs to its holder.
      return ProcessHandle.of(description.pid()).map(ProcessHandle::destroy).orElse(false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Fault stuck(LocalDirectory directory, Duration patience) {
    String process =
        LocalDescription.read(directory)
            .map(LocalDescription::pid)
            .or(() -> HostTrouble.holder(directory).map(ProcessHandle::pid))
            .map(pid -> Long.toString(pid))
            .orElse("that holds the lock");
    return Fault.of(
        "The local deployment does not stop",
        "It was asked to stop "
            + patience.toSeconds()
            + " s ago. Its logs are in "
            + directory.logs()
            + ".",
        "End the process " + process + " (kill -9 loses nothing).");
  }

  /** The services of a running deployment; none if it does not answer. */
  public static List<ServiceStatus> services(LocalDescription description) {
    return answer(description, PROMPTLY).orElse(List.of());
  }

  /** The same of a host that a person asks about; a fault that names it if it does not answer. */
  public static List<ServiceStatus> requireAnswer(LocalDescription description) {
    return answer(description, PATIENTLY)
        .orElseThrow(
            () ->
                Fault.of(
                    "The local deployment does not answer",
                    "Its process (pid " + description.pid() + ") does not answer.",
                    whatEnds(description.pid())));
  }

  private static String whatEnds(long pid) {
    return "If it was suspended, `kill -CONT "
        + pid
        + "` lets it go on. Otherwise `kill -9 "
        + pid
        + "` ends it: nothing is lost, and `sluice up` starts it again.";
  }

  /** As the host reports them; empty if it does not answer. */
  private static Optional<List<ServiceStatus>> answer(
      LocalDescription description, Duration patience) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(description.control() + "/services"))
              .header("Authorization", "Bearer " + description.token())
              .timeout(patience)
              .build();
      HttpResponse<byte[]> response =
          Http.CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
      return Optional.of(List.of(Json.decode(response.body(), ServiceStatus[].class)));
    } catch (MalformedMessage e) {
      // Of another build, yet an answer.
      return Optional.of(List.of());
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
