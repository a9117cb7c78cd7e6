package io.sluice.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.LoggerFactory;

/** A broker and a ZooKeeper, started side by side, with their data under one folder. */
public final class EmbeddedCluster implements AutoCloseable {
  private final EmbeddedKafka kafka;
  private final EmbeddedZooKeeper zookeeper;

  private EmbeddedCluster(EmbeddedKafka kafka, EmbeddedZooKeeper zookeeper) {
    this.kafka = kafka;
    this.zookeeper = zookeeper;
  }

  /** Ready for clients when it returns; on a failure nothing stays behind. */
  public static EmbeddedCluster start(Path dir, ClusterOptions options) {
    // Before there are two threads: what one logs while the other sets logging up is complained of.
    LoggerFactory.getILoggerFactory();
    try (ExecutorService starter = Executors.newSingleThreadExecutor()) {
      CompletableFuture<EmbeddedZooKeeper> zookeeper =
          CompletableFuture.supplyAsync(
              () -> EmbeddedZooKeeper.start(dir.resolve("zookeeper"), options), starter);
      EmbeddedKafka kafka;
      try {
        kafka = EmbeddedKafka.start(dir.resolve("kafka"), options);
      } catch (RuntimeException e) {
        zookeeper.thenAccept(EmbeddedZooKeeper::close).exceptionally(failure -> null).join();
        throw e;
      }
      try {
        return new EmbeddedCluster(kafka, zookeeper.join());
      } catch (CompletionException e) {
        kafka.close();
        throw e.getCause() instanceof StartFailed failure ? failure : e;
      }
    }
  }

  /**
   * Takes away who is a member of these groups; for who knows that all of them are dead.
   *
   * @param sharers share groups
   */
  public void forgetMembers(List<String> consumers, List<String> sharers) {
    kafka.forgetMembers(consumers, sharers);
  }

  public String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** Where the controller listens, for who tries that door. */
  String controller() {
    return kafka.controller();
  }

  public String zookeeper() {
    return zookeeper.connectString();
  }

  /** Close every client before: a client that is open sees its server go and retries. */
  @Override
  public void close() {
    try {
      kafka.close();
    } finally {
      zookeeper.close();
    }
  }
}
