package io.sluice.state.ownership;

import io.sluice.transport.TransportFailure;
import io.sluice.transport.zookeeper.Ensemble;
import io.sluice.transport.zookeeper.Members;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Which worker incarnations live, asked whenever someone is to be judged: a set that was read
 * before a lease was seen proves nothing about its holder. After an outage of the ensemble nobody
 * is judged for one session: the living need that time to come back.
 */
public final class LiveWorkers {
  private final Members members;
  private final Ensemble ensemble;
  private final Duration session;
  private final AtomicLong judgeFrom = new AtomicLong(System.nanoTime());

  public LiveWorkers(Ensemble ensemble, Duration session) {
    this.members = new Members(ensemble, Members.WORKERS);
    this.ensemble = ensemble;
    this.session = session;
  }

  /** Begins to notice outages; call once. */
  public Ensemble.Watch watch() {
    return ensemble.watch(change -> judgeFrom.set(System.nanoTime() + session.toNanos()));
  }

  /** The living at this moment; empty when nobody may be judged now. */
  public Optional<Set<String>> incarnations() {
    if (System.nanoTime() - judgeFrom.get() < 0 || !ensemble.connected()) {
      return Optional.empty();
    }
    try {
      return Optional.of(members.liveIncarnations());
    } catch (TransportFailure e) {
      return Optional.empty();
    }
  }
}
