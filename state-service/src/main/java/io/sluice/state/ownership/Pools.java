package io.sluice.state.ownership;

import io.sluice.model.message.Task;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.topic.TopicSetup;
import io.sluice.transport.topic.Topics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pools whose topics are known to be there. A task for another one waits while its topic is
 * made beside all other work; a name that a document made up does not become a topic where the
 * deployment lists its pools, or when there are too many.
 */
public final class Pools {
  private static final Logger LOG = LoggerFactory.getLogger(Pools.class);

  /** Each costs a topic with partitions and a group, for good. */
  static final int MOST = 64;

  private static final long AGAIN_NANOS = 5_000_000_000L;

  private final Consumer<String> make;
  private final Set<String> allowed;
  private final Executor beside;
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final Set<String> wanted = ConcurrentHashMap.newKeySet();
  private final Map<String, Long> failed = new ConcurrentHashMap<>();

  /**
   * A task of a pool that is being made.
   *
   * @param records what will be sent; nothing where the pool will not be made
   */
  public record Unsent(String pool, Task task, List<ProducerRecord<String, byte[]>> records) {
    public Unsent {
      records = List.copyOf(records);
    }
  }

  /**
   * @param allowed the deployment's pools; empty where any name is one
   */
  public Pools(TopicSetup setup, Set<String> allowed) {
    this(
        pool -> {
          setup.ensurePool(pool);
          setup.ensureWorkersGroup(pool);
        },
        allowed,
        task -> Thread.ofVirtual().name("pool-topic").start(task));
  }

  Pools(Consumer<String> make, Set<String> allowed, Executor beside) {
    this.make = make;
    this.allowed = Set.copyOf(allowed);
    this.beside = beside;
    known.add(Topics.DEFAULT_POOL);
  }

  /** Why this pool will never be made, if it won't. */
  Optional<String> refusal(String pool) {
    if (known.contains(pool)) {
      return Optional.empty();
    }
    if (!Topics.isPool(pool)) {
      return Optional.of("a pool's name has letters, digits, - and _");
    }
    if (!allowed.isEmpty() && !allowed.contains(pool)) {
      return Optional.of("the deployment has no such pool (SLUICE_POOLS lists those it has)");
    }
    if (known.size() + wanted.size() >= MOST && !wanted.contains(pool)) {
      return Optional.of("there are " + MOST + " pools already: list those wanted in SLUICE_POOLS");
    }
    return Optional.empty();
  }

  /** Whether tasks can be sent to it; if not, it is being made. */
  boolean ready(String pool) {
    if (known.contains(pool)) {
      return true;
    }
    Long before = failed.get(pool);
    if (before != null && System.nanoTime() - before < AGAIN_NANOS) {
      return false;
    }
    if (wanted.add(pool)) {
      beside.execute(() -> make(pool));
    }
    return known.contains(pool);
  }

  private void make(String pool) {
    try {
      make.accept(pool);
      known.add(pool);
      failed.remove(pool);
    } catch (TransportFailure | KafkaException e) {
      LOG.warn("the topic of pool {} could not be made: {}", pool, e.getMessage());
      failed.put(pool, System.nanoTime());
    } finally {
      wanted.remove(pool);
    }
  }
}
