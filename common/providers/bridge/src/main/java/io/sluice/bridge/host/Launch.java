package io.sluice.bridge.host;

import io.sluice.bridge.host.HostedPlugin.Start;
import io.sluice.bridge.host.PluginPackages.Found;
import io.sluice.bridge.process.CrashReport;
import io.sluice.bridge.process.LogLine;
import io.sluice.bridge.process.PluginCommand;
import io.sluice.bridge.process.PluginProcess;
import io.sluice.bridge.process.StartFailed;
import io.sluice.bridge.schema.SchemaCatalog;
import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.language.value.Value;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts plugins and configures them. */
final class Launch {
  private static final Logger LOG = LoggerFactory.getLogger(Launch.class);

  private final Path runtime;
  private final SchemaStore schemas;
  private final Map<String, String> environment;
  private boolean reaped;

  Launch(Path runtime, SchemaStore schemas, Map<String, String> environment) {
    this.runtime = runtime;
    this.schemas = schemas;
    this.environment = environment;
  }

  /**
   * @param config empty for a process that only says what it is
   * @param spare a process to take instead of a new one
   */
  Start start(
      Found.Program program,
      HostedPlugin plugin,
      Optional<Value> config,
      Optional<Start.Running> spare) {
    Optional<PluginProcess> running = Optional.empty();
    try {
      Start started = spare.isPresent() ? spare.get() : launched(program, plugin);
      if (!(started instanceof Start.Running(PluginProcess process, PluginSession session))
          || config.isEmpty()) {
        return started;
      }
      running = Optional.of(process);
      Start configured =
          switch (session.configure(config.get())) {
            case Reply.Done<Value> done -> started;
            case Reply.Refused<Value>(List<ProviderDiagnostic> said) ->
                new Start.Failed(new Opened.Refused(said));
            case Reply.Lost<Value>(Loss loss) -> new Start.Failed(unavailable(loss));
          };
      if (configured instanceof Start.Failed) {
        process.close();
      }
      return configured;
    } catch (RuntimeException e) {
      running.ifPresent(PluginProcess::close);
      throw e;
    }
  }

  private Start launched(Found.Program program, HostedPlugin plugin) {
    reap();
    PluginCommand command =
        PluginCommand.of(
                program.source(), program.file(), plugin.key.directory(), environment, runtime)
            .withRedaction(plugin.hidden::apply);
    PluginProcess process;
    try {
      process = PluginProcess.start(command, line -> log(program.source(), line));
    } catch (StartFailed e) {
      return new Start.Failed(
          new Opened.Unavailable(
              "The plugin of %s did not start. %s".formatted(program.source(), e.sentence())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Start.Failed(new Opened.Unavailable("Its start was interrupted."));
    }
    Optional<SchemaCatalog> known =
        schemas.find(program.content()).filter(SchemaCatalog::isSchemaCallOptional);
    if (known.isPresent()) {
      return new Start.Running(process, new PluginSession(process, known.get()));
    }
    return switch (PluginSession.open(process)) {
      case Reply.Done<PluginSession>(PluginSession session, List<ProviderDiagnostic> said) -> {
        SchemaCatalog catalog = schemas.keep(program.content(), session.catalog());
        yield new Start.Running(process, new PluginSession(process, catalog));
      }
      case Reply.Refused<PluginSession>(List<ProviderDiagnostic> said) -> {
        process.close();
        yield new Start.Failed(new Opened.Refused(said));
      }
      case Reply.Lost<PluginSession>(Loss loss) -> {
        process.close();
        yield new Start.Failed(unavailable(loss));
      }
    };
  }

  private static Opened unavailable(Loss loss) {
    return new Opened.Unavailable(loss.crash().map(CrashReport::sentence).orElse(loss.sentence()));
  }

  private synchronized void reap() {
    if (reaped) {
      return;
    }
    reaped = true;
    try {
      List<Long> ended = PluginProcess.reap(runtime);
      if (!ended.isEmpty()) {
        LOG.warn("Ended plugins that others left behind: {}", ended);
      }
    } catch (IOException e) {
      LOG.warn("Could not look for plugins that were left behind: {}", e.getMessage());
    }
  }

  private static void log(String source, LogLine line) {
    String text = line.pairs().isEmpty() ? line.message() : line.message() + " " + line.pairs();
    switch (line.level()) {
      case ERROR -> LOG.warn("{}: {}", source, text);
      case WARN -> LOG.info("{}: {}", source, text);
      case INFO, DEBUG, TRACE -> LOG.debug("{}: {}", source, text);
    }
  }
}
