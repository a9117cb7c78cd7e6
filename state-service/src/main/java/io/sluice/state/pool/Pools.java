package io.sluice.state.pool;

import io.sluice.model.PoolName;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.topic.TopicSetup;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pools whose topics are known to be there. A name in a document makes none: the topic of a
 * pool is made by the first worker that serves it, or here where the deployment lists the pool. So
 * no run can use up what others need, whatever names it holds.
 */
public final class Pools {
  private static final Logger LOG = LoggerFactory.getLogger(Pools.class);
  private static final long AGAIN_NANOS = 1_000_000_000L;

  private final Supplier<Set<String>> there;
  private final Consumer<String> make;
  private final Set<String> allowed;
  private final Executor beside;
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final Set<String> wanted = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile @Nullable Looked looked;
  private volatile long askedAt = System.nanoTime() - AGAIN_NANOS;

  /** The pools that had a topic at some moment after {@code since}. */
  private record Looked(long since, Set<String> found) {}

  /**
   * @param allowed the deployment's pools; empty where any name is one
   */
  public Pools(TopicSetup setup, Set<String> allowed) {
    this(
        setup::pools,
        pool -> {
          setup.ensurePool(pool);
          setup.ensureWorkersGroup(pool);
        },
        allowed,
        task -> Thread.ofVirtual().name("pool-topics").start(task));
  }

  /**
   * @param there the pools that have a topic now
   */
  public Pools(
      Supplier<Set<String>> there, Consumer<String> make, Set<String> allowed, Executor beside) {
    this.there = there;
    this.make = make;
    this.allowed = Set.copyOf(allowed);
    this.beside = beside;
    known.add(PoolName.DEFAULT);
  }

  /** Why no task will ever go to this pool, if none will. */
  public Optional<String> refusal(String pool) {
    if (known.contains(pool)) {
      return Optional.empty();
    }
    if (!PoolName.isValid(pool)) {
      return Optional.of(PoolName.RULE);
    }
    if (!allowed.isEmpty() && !allowed.contains(pool)) {
      return Optional.of("the deployment has no such pool (SLUICE_POOLS lists its pools)");
    }
    return Optional.empty();
  }

  /** Whether tasks can be sent to it; if not, it is looked for beside all other work. */
  public boolean ready(String pool) {
    if (known.contains(pool)) {
      return true;
    }
    wanted.add(pool);
    if (System.nanoTime() - askedAt >= AGAIN_NANOS && !looking.getAndSet(true)) {
      askedAt = System.nanoTime();
      beside.execute(this::look);
    }
    return known.contains(pool);
  }

  /**
   * Whether the pool had no topic at a moment after {@code nanos} (of {@link System#nanoTime}):
   * then nothing can have been sent to it before. Empty while that is not known.
   */
  public Optional<Boolean> wasMissing(String pool, long nanos) {
    if (ready(pool)) {
      return Optional.of(false);
    }
    Looked last = looked;
    return last == null || last.since() - nanos < 0
        ? Optional.empty()
        : Optional.of(!last.found().contains(pool));
  }

  private void look() {
    Set<String> asked = Set.copyOf(wanted);
    try {
      long since = System.nanoTime();
      Set<String> found = Set.copyOf(there.get());
      looked = new Looked(since, found);
      for (String pool : asked) {
        if (found.contains(pool) || made(pool)) {
          known.add(pool);
        }
      }
    } catch (TransportFailure | KafkaException e) {
      LOG.warn("the topics of pools cannot be listed: {}", e.getMessage());
    } finally {
      wanted.removeAll(asked);
      looking.set(false);
    }
  }

  private boolean made(String pool) {
    if (!allowed.contains(pool)) {
      return false;
    }
    try {
      make.accept(pool);
      return true;
    } catch (TransportFailure | KafkaException e) {
      LOG.warn("the topic of pool {} could not be created: {}", pool, e.getMessage());
      return false;
    }
  }
}
