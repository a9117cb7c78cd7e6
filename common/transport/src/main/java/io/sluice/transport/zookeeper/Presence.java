package io.sluice.transport.zookeeper;

import io.sluice.transport.TransportFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps this process among the members of a role, for those that look up who is there and where it
 * answers: after a lost session it joins again by itself. Nothing is decided by it.
 */
public final class Presence implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final Members members;
  private final Members.Description description;
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable Membership membership;

  public Presence(Ensemble ensemble, String role, Members.Description description) {
    this.members = new Members(ensemble, role);
    this.description = description;
    this.thread = Thread.ofVirtual().name("presence-" + role).start(this::keep);
  }

  private void keep() {
    while (!closed) {
      try {
        Membership mine = membership;
        if (mine == null || mine.lost()) {
          membership = members.join(description);
        }
      } catch (TransportFailure e) {
        // ZooKeeper is away: its pulse says so, and joining is tried again.
      }
      try {
        Thread.sleep(LOOK);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Whether its node stands, as far as this process knows. */
  public boolean isMember() {
    Membership mine = membership;
    return mine != null && !mine.lost();
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    Membership mine = membership;
    if (mine != null) {
      try {
        mine.close();
      } catch (TransportFailure e) {
        // Its node goes with the session.
      }
    }
  }
}
