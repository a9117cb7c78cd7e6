package io.sluice.state.pool;

import io.sluice.transport.TransportFailure;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.Members;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which worker incarnations live, read by one reader for all partitions of an instance and beside
 * their work. A set that was read before a lease was seen proves nothing about its holder: who asks
 * says since when. After an outage of the ensemble no worker is declared lost for one session: the
 * living need that time to come back.
 */
public final class LiveWorkers {
  private static final Logger LOG = LoggerFactory.getLogger(LiveWorkers.class);

  private final Supplier<List<Members.Member>> read;
  private final BooleanSupplier connected;
  private final Duration session;
  private final Executor beside;
  private final AtomicLong judgeFrom = new AtomicLong(System.nanoTime());
  private final AtomicBoolean reading = new AtomicBoolean();
  private volatile @Nullable Seen seen;

  /** Who lived at some moment, and which pools they served. */
  public record Living(Set<String> incarnations, Set<String> pools) {
    static Living of(List<Members.Member> members) {
      return new Living(
          members.stream().map(Members.Member::incarnation).collect(Collectors.toSet()),
          members.stream().map(each -> each.description().pool()).collect(Collectors.toSet()));
    }
  }

  /** Who lived at some moment after {@code since}. */
  private record Seen(long since, Living living) {}

  public LiveWorkers(Ensemble ensemble, Duration session) {
    this(
        new Members(ensemble, Members.WORKERS)::live,
        ensemble::connected,
        session,
        task -> Thread.ofVirtual().name("live-workers").start(task));
  }

  public LiveWorkers(
      Supplier<List<Members.Member>> read,
      BooleanSupplier connected,
      Duration session,
      Executor beside) {
    this.read = read;
    this.connected = connected;
    this.session = session;
    this.beside = beside;
  }

  /** Begins to notice outages; call once. */
  public Ensemble.Watch watch(Ensemble ensemble) {
    return ensemble.watch(change -> judgeFrom.set(System.nanoTime() + session.toNanos()));
  }

  /**
   * The living at a moment after {@code nanos} (of {@link System#nanoTime}); empty when that is not
   * known yet, or no worker may be declared lost now.
   */
  public Optional<Living> since(long nanos) {
    if (!mayJudge()) {
      return Optional.empty();
    }
    Seen last = seen;
    if (last != null && last.since() - nanos >= 0 && last.since() - judgeFrom.get() >= 0) {
      return Optional.of(last.living());
    }
    if (!reading.getAndSet(true)) {
      beside.execute(this::look);
    }
    return Optional.empty();
  }

  private boolean mayJudge() {
    return System.nanoTime() - judgeFrom.get() >= 0 && connected.getAsBoolean();
  }

  private void look() {
    try {
      long since = System.nanoTime();
      seen = new Seen(since, Living.of(read.get()));
    } catch (TransportFailure e) {
      LOG.debug("the list of live workers cannot be read now: {}", e.getMessage());
    } finally {
      reading.set(false);
    }
  }
}
