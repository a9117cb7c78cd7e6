package io.sluice.state.ownership;

import io.sluice.state.intake.Poison;
import io.sluice.state.query.Standing;
import io.sluice.state.store.LocalStore;
import io.sluice.transport.topic.Topics;
import io.sluice.transport.zookeeper.Ensemble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which partitions are this instance's: the consumer group says so, and only that. The member reads
 * nothing itself (its partitions are paused). Without ZooKeeper it leaves the group and joins again
 * only when it is connected: it could not announce what it owns.
 */
public final class Assignment implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Assignment.class);
  private static final Duration POLL = Duration.ofMillis(500);

  /** How long an instance leaves to others what it can't read. */
  private static final Duration TOO_OLD = Duration.ofMinutes(5);

  private static final Duration HOUR = Duration.ofHours(1);

  private final PartitionContext around;
  private final Map<Integer, PartitionOwner> owners = new ConcurrentHashMap<>();
  private final Takeovers takeovers = new Takeovers();
  private final Thread thread;
  private volatile boolean stopping;
  private volatile boolean sessionLost;
  private volatile boolean placed;
  private volatile @Nullable String tooOld;
  private volatile @Nullable Consumer<String, byte[]> member;

  public Assignment(PartitionContext around) {
    this.around = around;
    this.thread = Thread.ofPlatform().name("state-assignment").unstarted(this::run);
  }

  public void start() {
    around.ensemble().watch(change -> sessionLost |= change == Ensemble.Change.LOST);
    thread.start();
  }

  /** The committed records of a partition that is owned and served here. */
  public Optional<LocalStore> store(int partition) {
    return Optional.ofNullable(owners.get(partition)).flatMap(PartitionOwner::store);
  }

  public List<Integer> serving() {
    return owners.values().stream()
        .filter(PartitionOwner::serving)
        .map(PartitionOwner::partition)
        .sorted()
        .toList();
  }

  /** What keeps partitions from being served. */
  public Map<Integer, String> troubles() {
    Map<Integer, String> troubles = new TreeMap<>();
    owners.forEach(
        (partition, owner) ->
            owner.trouble().ifPresent(trouble -> troubles.put(partition, trouble)));
    return troubles;
  }

  /** Where the inbox of a partition is halted, if skipping a record helps. */
  public Map<Integer, Long> halted() {
    Map<Integer, Long> halted = new TreeMap<>();
    owners.forEach(
        (partition, owner) -> owner.haltedAt().ifPresent(offset -> halted.put(partition, offset)));
    return halted;
  }

  /**
   * Why this instance does not serve what the group assigned to it; nothing if it does.
   *
   * @param causes also what happened, which may name what only its owners should know
   */
  public List<String> unserved(boolean causes) {
    String left = tooOld;
    if (left != null) {
      return List.of(
          "It has left the consumer group: " + (causes ? left : "it cannot read its records"));
    }
    if (!placed) {
      return List.of("It has no place in the consumer group of the state services");
    }
    List<String> unserved = new ArrayList<>();
    new TreeMap<>(owners)
        .forEach(
            (partition, owner) -> {
              if (!owner.serving() || owner.trouble().isPresent()) {
                unserved.add(
                    "Partition "
                        + partition
                        + " is not served"
                        + (causes ? ": " + owner.trouble().orElse("it is being taken over") : ""));
              }
            });
    return unserved;
  }

  /** Workspaces that are served in part, with the reason. */
  public Map<String, String> ailing() {
    Map<String, String> ailing = new TreeMap<>();
    owners.values().forEach(owner -> ailing.putAll(owner.ailing()));
    return ailing;
  }

  public long takeovers() {
    return takeovers.count();
  }

  public Standing standing() {
    List<Standing> each = new ArrayList<>();
    owners.values().forEach(owner -> owner.standing().ifPresent(each::add));
    return Standing.together(each, takeovers.within(HOUR), around.deadLetters().made());
  }

  private void run() {
    while (!stopping) {
      if (!around.ensemble().connected()) {
        pause();
        continue;
      }
      sessionLost = false;
      waitWhileTooOld();
      String group = Topics.stateGroup(around.configuration().connection());
      try (Consumer<String, byte[]> consumer = consumer(group)) {
        member = consumer;
        consumer.subscribe(List.of(around.messages().topics().inbox()), new Rebalance(consumer));
        while (!stopping && !sessionLost && tooOld == null) {
          consumer.poll(POLL);
          restartTheDead();
        }
      } catch (WakeupException e) {
        LOG.debug("woken to stop");
      } catch (KafkaException e) {
        LOG.warn("left the group {}, joining again: {}", group, e.getMessage());
        pause();
      } catch (RuntimeException e) {
        LOG.error("left the group {} because of a bug, joining again", group, e);
        pause();
      } finally {
        member = null;
        placed = false;
        release(List.copyOf(owners.keySet()));
      }
    }
  }

  /** Under its id, which it announces in ZooKeeper: others have it leave when that is gone. */
  private Consumer<String, byte[]> consumer(String group) {
    String id = around.announcement().id();
    return id == null
        ? around.clients().groupConsumer(group)
        : around.clients().groupConsumer(group, id);
  }

  /** An instance of a newer build can read what this one can't: this one must not take it away. */
  private void waitWhileTooOld() {
    long until = System.nanoTime() + TOO_OLD.toNanos();
    while (!stopping && tooOld != null && System.nanoTime() - until < 0) {
      pause();
    }
    tooOld = null;
  }

  /** An owner's thread ends only by a failure that it could not catch. */
  private void restartTheDead() {
    for (PartitionOwner owner : owners.values()) {
      if (owner.dead()) {
        LOG.error("the thread of partition {} has ended; starting it again", owner.partition());
        PartitionOwner next = owner(owner.partition(), owner.poison());
        owners.put(owner.partition(), next);
        next.start();
      }
    }
  }

  private PartitionOwner owner(int partition, Poison poison) {
    return new PartitionOwner(
        around,
        partition,
        poison,
        new PartitionOwner.Listener() {
          @Override
          public void takenOver() {
            takeovers.one();
          }

          @Override
          public void tooOld(String why) {
            tooOld = why;
          }
        });
  }

  private final class Rebalance implements ConsumerRebalanceListener {
    private final Consumer<String, byte[]> consumer;

    Rebalance(Consumer<String, byte[]> consumer) {
      this.consumer = consumer;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
      consumer.pause(consumer.assignment());
      placed = true;
      for (TopicPartition each : assigned) {
        owners.computeIfAbsent(
            each.partition(),
            partition -> {
              PartitionOwner owner = owner(partition, new Poison());
              owner.start();
              return owner;
            });
      }
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
      release(revoked.stream().map(TopicPartition::partition).toList());
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> lost) {
      release(lost.stream().map(TopicPartition::partition).toList());
    }
  }

  private void release(Collection<Integer> partitions) {
    List<PartitionOwner> leaving =
        partitions.stream().map(owners::remove).filter(java.util.Objects::nonNull).toList();
    leaving.forEach(PartitionOwner::release);
    for (PartitionOwner owner : leaving) {
      try {
        owner.awaitReleased();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(POLL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stopping = true;
    Consumer<String, byte[]> consumer = member;
    if (consumer != null) {
      consumer.wakeup();
    }
    try {
      thread.join(Duration.ofSeconds(20));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
