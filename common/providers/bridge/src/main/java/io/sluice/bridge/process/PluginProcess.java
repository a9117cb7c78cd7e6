package io.sluice.bridge.process;

import io.sluice.bridge.wire.CallFailed;
import io.sluice.bridge.wire.Channels;
import io.sluice.bridge.wire.OneUseCertificate;
import io.sluice.bridge.wire.PluginChannel;
import io.sluice.bridge.wire.Rpcs;
import io.sluice.bridge.wire.proto.Wire;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/** A plugin that was started here, and ends with this process or earlier. */
public final class PluginProcess implements Plugin {
  private static final Duration GOODBYE = Duration.ofSeconds(2);

  private final PluginCommand command;
  private final RuntimeFolder folder;
  private final Process process;
  private final PluginLog log;
  private final PluginChannel channel;
  private volatile boolean closing;

  private PluginProcess(
      PluginCommand command,
      RuntimeFolder folder,
      Process process,
      PluginLog log,
      PluginChannel channel) {
    this.command = command;
    this.folder = folder;
    this.process = process;
    this.log = log;
    this.channel = channel;
  }

  /** Ends plugins that workers which are gone left behind; to be called before the first start. */
  public static List<Long> reap(Path runtime) throws IOException {
    return RuntimeFolder.reap(runtime);
  }

  /** Whether the kernel ends plugins with this process, so that {@link #reap} finds nothing. */
  public static boolean isKernelWatching() {
    return ProcessStarter.isKernelWatching();
  }

  /** Starts a plugin and waits until it can be called. */
  public static PluginProcess start(PluginCommand command, Consumer<LogLine> lines)
      throws StartFailed, InterruptedException {
    RuntimeFolder folder;
    try {
      folder = RuntimeFolder.make(command.runtime());
    } catch (IOException e) {
      throw new StartFailed(
          StartFailed.Reason.NOT_RUN,
          "No folder for its socket could be made in %s: %s."
              .formatted(command.runtime(), e.getMessage()));
    }
    try {
      return new Start(command, folder, lines).run();
    } catch (StartFailed | InterruptedException | RuntimeException e) {
      folder.delete();
      throw e;
    }
  }

  /** One start, with what must be undone if it fails. */
  private static final class Start {
    private static final int LONGEST_SOCKET_FOLDER = 80;
    private static final Duration AGAIN = Duration.ofMillis(500);
    private final PluginCommand command;
    private final RuntimeFolder folder;
    private final PluginLog log;
    private final Optional<OneUseCertificate> own;
    private final long deadline;

    Start(PluginCommand command, RuntimeFolder folder, Consumer<LogLine> lines) {
      this.command = command;
      this.folder = folder;
      this.log = new PluginLog(command.redaction(), lines);
      this.own = command.encrypted() ? Optional.of(OneUseCertificate.make()) : Optional.empty();
      this.deadline = System.nanoTime() + command.startLimit().toNanos();
    }

    PluginProcess run() throws StartFailed, InterruptedException {
      Process process = process();
      try {
        folder.note(process.toHandle());
        return called(process);
      } catch (StartFailed | InterruptedException | RuntimeException e) {
        process.destroyForcibly().onExit().join();
        throw e;
      } catch (IOException e) {
        process.destroyForcibly().onExit().join();
        throw new StartFailed(
            StartFailed.Reason.NOT_RUN,
            "No note of its process could be written: " + e.getMessage() + ".");
      }
    }

    private Process process() throws StartFailed, InterruptedException {
      String sockets = folder.path().toAbsolutePath().toString();
      if (sockets.length() > LONGEST_SOCKET_FOLDER) {
        throw new StartFailed(
            StartFailed.Reason.NOT_RUN,
            "The path of the folder for its socket is too long for a socket: " + sockets + ".");
      }
      if (!Files.isExecutable(command.executable())) {
        throw new StartFailed(
            StartFailed.Reason.NOT_RUN, command.executable() + " is no program that can be run.");
      }
      ProcessBuilder builder = new ProcessBuilder(command.executable().toAbsolutePath().toString());
      builder.directory(command.directory().toFile());
      builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
      builder.environment().clear();
      builder.environment().putAll(command.environment());
      builder
          .environment()
          .put(
              "TF_PLUGIN_MAGIC_COOKIE",
              "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2");
      builder.environment().put("PLUGIN_PROTOCOL_VERSIONS", "5,6");
      builder.environment().put("PLUGIN_UNIX_SOCKET_DIR", sockets);
      builder.environment().put("TMPDIR", sockets);
      builder.environment().remove("PLUGIN_MULTIPLEX_GRPC");
      own.ifPresent(mine -> builder.environment().put("PLUGIN_CLIENT_CERT", mine.pem()));
      try {
        return ProcessStarter.start(builder);
      } catch (IOException e) {
        throw new StartFailed(
            StartFailed.Reason.NOT_RUN, "It can't be run: " + e.getMessage() + ".");
      }
    }

    private PluginProcess called(Process process) throws StartFailed, InterruptedException {
      reader(() -> log.drain(process.getErrorStream()));
      CompletableFuture<Optional<String>> first = new CompletableFuture<>();
      reader(() -> readOutput(process.getInputStream(), first));
      Handshake handshake = Handshake.parse(firstLine(process, first));
      PluginChannel channel = channel(handshake);
      try {
        check(process, channel);
      } catch (StartFailed e) {
        channel.close();
        throw e;
      }
      channel.stream(
          Rpcs.STANDARD_OUTPUT,
          Wire.Empty.getDefaultInstance(),
          piece -> log.takePiece(piece.getData().toByteArray()));
      return new PluginProcess(command, folder, process, log, channel);
    }

    /** Not a virtual thread: it would hold on to its carrier for as long as the plugin lives. */
    private static void reader(Runnable reading) {
      Thread.ofPlatform().daemon().name("plugin-output").start(reading);
    }

    private void readOutput(InputStream output, CompletableFuture<Optional<String>> first) {
      try {
        first.complete(Optional.ofNullable(PluginLog.line(output)));
      } catch (IOException e) {
        first.complete(Optional.empty());
      }
      log.drain(output);
    }

    private String firstLine(Process process, CompletableFuture<Optional<String>> first)
        throws StartFailed, InterruptedException {
      Optional<String> line;
      try {
        line = first.get(left(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        throw new StartFailed(
            StartFailed.Reason.SILENT,
            "It did not say how to reach it within %d s."
                .formatted(command.startLimit().toSeconds()));
      } catch (ExecutionException e) {
        throw new IllegalStateException("the reader of its output failed", e);
      }
      if (line.isEmpty()) {
        throw died(process);
      }
      return line.get();
    }

    private long left() {
      return Math.max(0, deadline - System.nanoTime());
    }

    private StartFailed died(Process process) throws InterruptedException {
      boolean ended = process.waitFor(1, TimeUnit.SECONDS);
      // What it said last is still on its way.
      Thread.sleep(50);
      String last =
          CrashReport.telling(log.last()).map(line -> " Its last words: " + line).orElse("");
      return new StartFailed(
          StartFailed.Reason.DIED,
          ended
              ? "It ended with exit code %d before it said how to reach it.%s"
                  .formatted(process.exitValue(), last)
              : "It closed its output before it said how to reach it." + last);
    }

    private PluginChannel channel(Handshake handshake) throws StartFailed {
      if (own.isPresent() && handshake.certificate().isEmpty()) {
        throw new StartFailed(
            StartFailed.Reason.CERTIFICATE,
            "It gave no certificate, although it was asked to encrypt its connection.");
      }
      Optional<Channels.Trust> trust =
          own.flatMap(mine -> handshake.certificate().map(its -> new Channels.Trust(mine, its)));
      try {
        return Channels.open(handshake.address(), handshake.version(), trust);
      } catch (SSLException e) {
        throw new StartFailed(
            StartFailed.Reason.CERTIFICATE,
            "Its certificate can't be used: " + e.getMessage() + ".");
      }
    }

    /** The first call connects, and so shows whether the two can talk at all. */
    private void check(Process process, PluginChannel channel)
        throws StartFailed, InterruptedException {
      while (!answers(process, channel)) {
        if (left() == 0) {
          throw new StartFailed(
              StartFailed.Reason.SILENT,
              "It said how to reach it, and did not answer within %d s."
                  .formatted(command.startLimit().toSeconds()));
        }
        Thread.sleep(AGAIN.toMillis());
      }
    }

    /** False while it is slow to connect. */
    private boolean answers(Process process, PluginChannel channel)
        throws StartFailed, InterruptedException {
      try {
        channel.call(
            Rpcs.HEALTH,
            Wire.HealthRequest.newBuilder().setService("plugin").build(),
            Duration.ofNanos(Math.max(left(), Duration.ofSeconds(1).toNanos())));
        return true;
      } catch (CallFailed e) {
        if (e.why() == CallFailed.Cause.UNSUPPORTED) {
          return true;
        }
        if (e.why() == CallFailed.Cause.GIVEN_UP) {
          throw new InterruptedException();
        }
        if (process.waitFor(100, TimeUnit.MILLISECONDS)) {
          throw died(process);
        }
        if (e.isLate()) {
          return false;
        }
        throw e.isAboutTrust()
            ? new StartFailed(
                StartFailed.Reason.CERTIFICATE,
                "Its connection is encrypted with another certificate than the one that it gave, or"
                    + " it refused ours.")
            : new StartFailed(StartFailed.Reason.UNREACHABLE, e.sentence());
      }
    }
  }

  @Override
  public PluginChannel channel() {
    return channel;
  }

  public long pid() {
    return process.pid();
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  @Override
  public boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public Optional<CrashReport> crash() {
    return closing || process.isAlive()
        ? Optional.empty()
        : Optional.of(new CrashReport(command.name(), process.exitValue(), log.last()));
  }

  /** Whether it ends in this time, by itself or because somebody ends it. */
  public boolean endsWithin(Duration time) {
    try {
      return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Ends it at once: what it was doing is lost to whoever called it. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Asks it to end, and ends it if it does not. */
  @Override
  public void close() {
    closing = true;
    if (process.isAlive()) {
      try {
        channel.call(Rpcs.SHUTDOWN, Wire.Empty.getDefaultInstance(), GOODBYE);
      } catch (CallFailed e) {
        // It answers by ending.
      }
    }
    try {
      if (!process.waitFor(GOODBYE.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    channel.close();
    folder.delete();
  }
}
