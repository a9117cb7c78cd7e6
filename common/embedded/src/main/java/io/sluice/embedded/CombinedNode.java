package io.sluice.embedded;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server$;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.errors.BrokerIdNotRegisteredException;
import org.apache.kafka.common.errors.NotControllerException;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.controller.ControllerRequestContext;
import org.apache.kafka.coordinator.group.GroupCoordinator;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * A broker and its controller in one process, put together as Kafka's own server does it, but
 * started one after the other with room for a word in between: the controller would not register a
 * new incarnation of the broker before the session of the last one is over (9 s), though that one
 * is dead.
 */
final class CombinedNode {
  private static final int ID = 1;
  private static final Duration ACTIVE_WITHIN = Duration.ofSeconds(20);
  private static final long LOOK_MILLIS = 5;

  private final ControllerServer controller;
  private final BrokerServer broker;

  CombinedNode(KafkaConfig config) {
    Tuple2<MetaPropertiesEnsemble, BootstrapMetadata> found =
        KafkaRaftServer.initializeLogDirs(config, LoggerFactory.getLogger(getClass()), "");
    QuorumConfig quorum = config.quorumConfig();
    SharedServer shared =
        new SharedServer(
            config,
            found._1(),
            Time.SYSTEM,
            Server$.MODULE$.initializeMetrics(
                config, Time.SYSTEM, found._1().clusterId().orElseThrow()),
            CompletableFuture.completedFuture(QuorumConfig.parseVoterConnections(quorum.voters())),
            QuorumConfig.parseBootstrapServers(quorum.bootstrapServers()),
            new StandardFaultHandlerFactory(),
            ServerSocketFactory.INSTANCE);
    this.broker = new BrokerServer(shared);
    this.controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), found._2());
  }

  /**
   * Returns when the broker serves.
   *
   * @param alone whether the broker that is registered is known to be dead
   */
  void start(boolean alone) throws ExecutionException, InterruptedException {
    controller.startup();
    if (alone) {
      forgetTheLast();
    }
    broker.startup();
  }

  /** Its partitions lose their leader by this, as they would at the end of its session. */
  private void forgetTheLast() throws ExecutionException, InterruptedException {
    ControllerRequestContext context =
        new ControllerRequestContext(
            new RequestHeaderData(), KafkaPrincipal.ANONYMOUS, OptionalLong.empty());
    long began = System.nanoTime();
    while (true) {
      try {
        controller.controller().unregisterBroker(context, ID).get();
        return;
      } catch (ExecutionException e) {
        if (e.getCause() instanceof BrokerIdNotRegisteredException) {
          return;
        }
        boolean patient = System.nanoTime() - began < ACTIVE_WITHIN.toNanos();
        if (!(e.getCause() instanceof NotControllerException) || !patient) {
          throw e;
        }
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** Of the broker's own coordinators, for a folder that is new. */
  void makeInternalTopics(int partitions) {
    InternalTopics.make(controller.controller(), broker, partitions);
  }

  GroupCoordinator groups() {
    return broker.groupCoordinator();
  }

  void stop() {
    broker.shutdown();
    controller.shutdown();
  }

  void awaitStopped() {
    broker.awaitShutdown();
    controller.awaitShutdown();
  }
}
