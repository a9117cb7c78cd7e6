package io.sluice.planner;

import io.sluice.model.PoolName;
import io.sluice.planner.request.Pools;
import io.sluice.transport.client.Clients;
import io.sluice.transport.topic.Topics;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pools whose topics exist. It makes none: naming a pool in a document does not create it. The
 * first worker of a pool does.
 */
final class PoolTopics implements Pools {
  private static final Logger LOG = LoggerFactory.getLogger(PoolTopics.class);
  private static final long OLD_NANOS = Duration.ofSeconds(60).toNanos();
  private static final long YOUNG_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int SECONDS = 8;

  private final Clients clients;
  private final Topics topics;
  private Set<String> known = Set.of();
  private long asked = System.nanoTime() - OLD_NANOS;

  PoolTopics(Clients clients, Topics topics) {
    this.clients = clients;
    this.topics = topics;
  }

  @Override
  public Set<String> there(Set<String> pools) {
    Set<String> there = new HashSet<>();
    for (String pool : pools) {
      // That of the default pool was made, if need be, before the planner began.
      if (pool.equals(PoolName.DEFAULT) || (PoolName.isValid(pool) && has(topics.tasks(pool)))) {
        there.add(pool);
      }
    }
    return there;
  }

  private synchronized boolean has(String topic) {
    long age = System.nanoTime() - asked;
    if (age >= OLD_NANOS || (age >= YOUNG_NANOS && !known.contains(topic))) {
      known = listed();
      asked = System.nanoTime();
    }
    return known.contains(topic);
  }

  private Set<String> listed() {
    try (Admin admin = clients.admin()) {
      return Set.copyOf(admin.listTopics().names().get(SECONDS, TimeUnit.SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("topics can't be listed; nodes of other pools are left to the state service", e);
      return Set.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Set.of();
    }
  }
}
