package io.sluice.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import kafka.server.KafkaConfig;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/**
 * One broker that is its own controller. The quorum of one voter is static, so the ports may change
 * at each start. Data in {@code dir} survives {@code kill -9}; see ADR 0002 for what a power cut
 * does.
 */
public final class EmbeddedKafka implements AutoCloseable {
  private static final int ATTEMPTS = 5;

  /** Of each of the broker's own topics. */
  private static final int INTERNAL_PARTITIONS = 4;

  private static final Duration STOPS_WITHIN = Duration.ofSeconds(60);

  /** A broker that gave up waits five minutes for a controller that is gone. */
  private static final Duration STOPS_AFTER_FAULT_WITHIN = Duration.ofSeconds(3);

  private final CombinedNode server;
  private final int port;
  private final int controllerPort;
  private final Consumer<String> faults;
  private final AtomicReference<@Nullable String> fault;

  private EmbeddedKafka(
      CombinedNode server,
      int port,
      int controllerPort,
      Consumer<String> faults,
      AtomicReference<@Nullable String> fault) {
    this.server = server;
    this.port = port;
    this.controllerPort = controllerPort;
    this.faults = faults;
    this.fault = fault;
  }

  public static EmbeddedKafka start(Path dir, ClusterOptions options) {
    try {
      Files.createDirectories(dir);
    } catch (IOException e) {
      throw new StartFailed("the folder " + dir + " can't be made: " + e.getMessage(), e);
    }
    for (int attempt = 1; ; attempt++) {
      try {
        return startOnce(dir, options);
      } catch (StartFailed e) {
        // Another process may take a free port between our look and the broker's bind.
        if (attempt == ATTEMPTS || options.kafkaPort() != 0 || !isBindFailure(e)) {
          throw e;
        }
      }
    }
  }

  private static EmbeddedKafka startOnce(Path dir, ClusterOptions options) {
    int port = options.kafkaPort() > 0 ? options.kafkaPort() : freePort();
    int controllerPort = otherFreePort(port);
    Properties settings = settings(dir, port, controllerPort, options);
    AtomicReference<@Nullable String> fault = new AtomicReference<>();
    Consumer<String> faults =
        message -> {
          if (fault.compareAndSet(null, message)) {
            options.onFault().accept(explained(dir, message));
          }
        };
    BrokerFaults.listen(faults);
    @Nullable CombinedNode server = null;
    try {
      boolean fresh = format(dir);
      server = new CombinedNode(new KafkaConfig(settings, false));
      server.start(options.alone());
      if (fresh) {
        server.makeInternalTopics(INTERNAL_PARTITIONS);
      }
      return new EmbeddedKafka(server, port, controllerPort, faults, fault);
    } catch (Exception | Error e) {
      stopQuietly(server);
      BrokerFaults.forget(faults);
      throw new StartFailed(explained(dir, reason(e, fault.get())), e);
    }
  }

  /** Where clients connect. */
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  String controller() {
    return "127.0.0.1:" + controllerPort;
  }

  /**
   * Takes away who is a member of these groups: only where all of them are known to be dead. Their
   * coordinator would wait for each until its session is over.
   */
  void forgetMembers(List<String> consumers, List<String> sharers) {
    DeadMembers dead = new DeadMembers(server.groups());
    consumers.forEach(dead::leave);
    sharers.forEach(dead::leaveSharing);
  }

  @Override
  public void close() {
    Thread stopping =
        Thread.ofPlatform()
            .name("embedded-kafka-stop")
            .daemon()
            .start(
                () -> {
                  server.stop();
                  server.awaitStopped();
                });
    try {
      stopping.join(fault.get() == null ? STOPS_WITHIN : STOPS_AFTER_FAULT_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    BrokerFaults.forget(faults);
  }

  /** Whether the folder was new. */
  private static boolean format(Path dir) throws Exception {
    if (Files.exists(dir.resolve("meta.properties"))) {
      return false;
    }
    new Formatter()
        .setNodeId(1)
        .setClusterId(Uuid.randomUuid().toString())
        .addDirectory(dir.toString())
        .setMetadataLogDirectory(dir.toString())
        .setControllerListenerName("CONTROLLER")
        .setIgnoreFormatted(true)
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .run();
    return true;
  }

  private static Properties settings(
      Path dir, int port, int controllerPort, ClusterOptions options) {
    Properties settings = new Properties();
    settings.put("process.roles", "broker,controller");
    settings.put("node.id", "1");
    settings.put(
        "listeners", "CLIENTS://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
    settings.put("advertised.listeners", "CLIENTS://127.0.0.1:" + port);
    settings.put("controller.listener.names", "CONTROLLER");
    settings.put("inter.broker.listener.name", "CLIENTS");
    settings.putAll(doors(options.secret()));
    settings.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
    settings.put("log.dirs", dir.toString());
    for (String topic :
        List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
      settings.put(topic + ".replication.factor", "1");
      settings.put(topic + ".num.partitions", Integer.toString(INTERNAL_PARTITIONS));
    }
    settings.put("transaction.state.log.min.isr", "1");
    settings.put("share.coordinator.state.topic.min.isr", "1");
    settings.put("default.replication.factor", "1");
    settings.put("min.insync.replicas", "1");
    settings.put("auto.create.topics.enable", "false");
    settings.put("group.initial.rebalance.delay.ms", "0");
    settings.put("group.min.session.timeout.ms", "1000");
    settings.put("group.consumer.min.session.timeout.ms", "1000");
    settings.put("group.consumer.min.heartbeat.interval.ms", "100");
    settings.put("group.share.min.record.lock.duration.ms", "1000");
    // A claimer learns at a heartbeat what it may read, and a group makes no more assignments than
    // one in each interval: by default the first task waits up to 6 s for that.
    settings.put("group.share.min.heartbeat.interval.ms", "100");
    settings.put("group.share.heartbeat.interval.ms", "500");
    settings.put("group.share.assignment.interval.ms", "0");
    settings.put("group.share.min.session.timeout.ms", "1000");
    settings.put("group.share.session.timeout.ms", "10000");
    // There is no other controller whose writes could be gathered with.
    settings.put("controller.quorum.append.linger.ms", "0");
    // What is reserved for clients that have not logged in.
    settings.put("sasl.server.max.receive.size", "16384");
    // There is no other broker to lead its partitions. A broker that gives its leadership up before
    // it ends completes transactions without their markers meanwhile (KAFKA-20734), and no reader
    // passes those again.
    settings.put("controlled.shutdown.enable", "false");
    settings.put("num.network.threads", "2");
    settings.put("num.io.threads", "4");
    settings.put("num.recovery.threads.per.data.dir", "8");
    settings.put("log.cleaner.dedupe.buffer.size", "8388608");
    // The next transaction meets the markers of the last one: don't sleep 20 ms over it.
    settings.put("add.partitions.to.txn.retry.backoff.ms", "1");
    settings.put("add.partitions.to.txn.retry.backoff.max.ms", "2");
    settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
    settings.putAll(options.brokerSettings());
    return settings;
  }

  /**
   * Both listeners ask for the secret, and only its one user may do anything: the controller's port
   * takes the same orders as the broker's. A password in clear is enough where nothing leaves the
   * loopback interface and the secret ends with this process.
   */
  private static Map<String, String> doors(@Nullable DeploymentSecret secret) {
    if (secret == null) {
      return Map.of("listener.security.protocol.map", "CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT");
    }
    return Map.of(
        "listener.security.protocol.map",
        "CLIENTS:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT",
        "sasl.enabled.mechanisms",
        "PLAIN",
        "sasl.mechanism.inter.broker.protocol",
        "PLAIN",
        "sasl.mechanism.controller.protocol",
        "PLAIN",
        "listener.name.clients.plain.sasl.jaas.config",
        secret.kafkaServerLogin(),
        "listener.name.controller.plain.sasl.jaas.config",
        secret.kafkaServerLogin(),
        "authorizer.class.name",
        "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
        "super.users",
        "User:" + DeploymentSecret.USER,
        "allow.everyone.if.no.acl.found",
        "false");
  }

  /** The system may name a port again that was only looked at. */
  private static int otherFreePort(int taken) {
    int port;
    do {
      port = freePort();
    } while (port == taken);
    return port;
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on the loopback interface", e);
    }
  }

  private static void stopQuietly(@Nullable CombinedNode server) {
    if (server == null) {
      return;
    }
    try {
      server.stop();
    } catch (Exception | Error e) {
      // What failed to start may fail to stop: the first failure is the one that is reported.
    }
  }

  private static boolean isBindFailure(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException || String.valueOf(cause.getMessage()).contains("bind")) {
        return true;
      }
    }
    return false;
  }

  private static String reason(Throwable failure, @Nullable String fault) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text = root.getMessage();
    String reason = text == null || text.isBlank() ? root.getClass().getSimpleName() : text;
    return fault == null || fault.equals(reason) ? reason : fault + ": " + reason;
  }

  private static String explained(Path dir, String reason) {
    String message = "the embedded Kafka broker in " + dir + " gave up: " + reason;
    try {
      if (Files.getFileStore(dir).getUsableSpace() < 4L * 1024 * 1024) {
        return message + ". Its disk is full: make room and start again; nothing is lost";
      }
    } catch (IOException e) {
      return message;
    }
    return message;
  }
}
