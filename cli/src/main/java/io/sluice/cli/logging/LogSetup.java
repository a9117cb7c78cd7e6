package io.sluice.cli.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;

/**
 * Sets logging up without reading a configuration file, which would cost a tenth of a second of
 * each command. {@code SLUICE_LOG} names the level of Sluice's own lines (default: warn), {@code
 * SLUICE_LOG_FORMAT} their form.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
  /** Loggers that warn about what is harmless here, or what Sluice reports better itself. */
  private static final Map<String, Level> LEVELS =
      Map.of(
          "org.apache.kafka", Level.ERROR,
          "kafka", Level.ERROR,
          // Harmless OutOfOrderSequence errors on retried transactions.
          "kafka.server.ReplicaManager", Level.OFF,
          // A broker that stops refuses itself: it is its own controller.
          "kafka.server.ControllerApis", Level.OFF,
          "org.apache.zookeeper", Level.ERROR,
          "org.apache.curator", Level.ERROR,
          "io.micronaut", Level.WARN,
          "io.netty", Level.WARN);

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    Map<String, String> environment = System.getenv();
    boolean debug = !environment.getOrDefault("SLUICE_DEBUG", "").isEmpty();
    boolean json =
        environment.getOrDefault("SLUICE_LOG_FORMAT", "").strip().equalsIgnoreCase("json");
    FileLog log = new FileLog(debug, json ? LogLine.JSON : LogLine.TEXT);
    log.setContext(context);
    log.setName("sluice");
    log.start();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(log);
    LEVELS.forEach((name, level) -> context.getLogger(name).setLevel(level));
    String own = environment.getOrDefault("SLUICE_LOG", "warn").toUpperCase(Locale.ROOT);
    context.getLogger("io.sluice").setLevel(Level.toLevel(own, Level.WARN));
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
