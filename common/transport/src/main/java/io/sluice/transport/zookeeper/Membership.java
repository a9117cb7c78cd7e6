package io.sluice.transport.zookeeper;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.KeeperException;

/**
 * This process's own node among the members. A lost membership stays lost: join again, as a new
 * incarnation.
 */
public final class Membership implements AutoCloseable {
  private final Ensemble ensemble;
  private final String path;
  private final String incarnation;
  private final AtomicBoolean lost = new AtomicBoolean();
  private final Ensemble.Watch watch;

  Membership(Ensemble ensemble, String path, String incarnation) {
    this.ensemble = ensemble;
    this.path = path;
    this.incarnation = incarnation;
    this.watch =
        ensemble.watch(
            change -> {
              switch (change) {
                case LOST, REPLACED -> lost.set(true);
                case RESUMED, SUSPENDED -> {}
              }
            });
  }

  /** The czxid of the node, in hexadecimal. */
  public String incarnation() {
    return incarnation;
  }

  /** The session is over: others may already have judged this incarnation lost. */
  public boolean lost() {
    return lost.get();
  }

  @Override
  public void close() {
    watch.close();
    if (lost.getAndSet(true)) {
      return;
    }
    try {
      ensemble.curator().delete().forPath(path);
    } catch (KeeperException.NoNodeException e) {
      // Gone with its session.
    } catch (Exception e) {
      throw Ensemble.failure("leaving " + path, e);
    }
  }
}
