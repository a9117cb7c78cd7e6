package io.sluice.transport.zookeeper;

import io.sluice.model.json.Json;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.data.Stat;

/** A lease that this process took. A lost lease stays lost: take a new one, after a takeover. */
public final class Lease {
  private final Ensemble ensemble;
  private final String path;
  private final long czxid;
  private final AtomicBoolean lost = new AtomicBoolean();
  private final Ensemble.Watch watch;
  private volatile Announcement announcement;

  Lease(Ensemble ensemble, String path, long czxid, Announcement announcement) {
    this.ensemble = ensemble;
    this.path = path;
    this.czxid = czxid;
    this.announcement = announcement;
    this.watch =
        ensemble.watch(
            change -> {
              switch (change) {
                case LOST, REPLACED -> lost.set(true);
                case RESUMED -> look();
                case SUSPENDED -> {}
              }
            });
    look();
  }

  /** Rises with every lease that is taken. */
  public long czxid() {
    return czxid;
  }

  /** Someone replaced it, or the session is over. While ZooKeeper is silent it is not lost. */
  public boolean lost() {
    return lost.get();
  }

  /** The owner has taken over and answers queries. */
  public void announce(long epoch) {
    Announcement newer = announcement.withEpoch(epoch);
    try {
      Stat stat = ensemble.curator().checkExists().forPath(path);
      if (stat == null || stat.getCzxid() != czxid) {
        lost.set(true);
        return;
      }
      ensemble.curator().setData().withVersion(stat.getVersion()).forPath(path, Json.encode(newer));
      announcement = newer;
    } catch (KeeperException.NoNodeException | KeeperException.BadVersionException e) {
      lost.set(true);
    } catch (Exception e) {
      throw Ensemble.failure("announcing on the lease " + path, e);
    }
  }

  /** Gives it up; another instance need not wait then. */
  public void release() {
    watch.close();
    if (lost.getAndSet(true)) {
      return;
    }
    try {
      Stat stat = ensemble.curator().checkExists().forPath(path);
      if (stat != null && stat.getCzxid() == czxid) {
        ensemble.curator().delete().withVersion(stat.getVersion()).forPath(path);
      }
    } catch (KeeperException.NoNodeException | KeeperException.BadVersionException e) {
      // Somebody else has it already.
    } catch (Exception e) {
      throw Ensemble.failure("releasing the lease " + path, e);
    }
  }

  private void look() {
    CuratorWatcher again =
        event -> {
          if (event.getType() != EventType.None) {
            look();
          }
        };
    try {
      ensemble
          .curator()
          .checkExists()
          .usingWatcher(again)
          .inBackground(
              (client, event) -> {
                Stat stat = event.getStat();
                if (event.getResultCode() == KeeperException.Code.NONODE.intValue()
                    || (stat != null && stat.getCzxid() != czxid)) {
                  lost.set(true);
                }
              })
          .forPath(path);
    } catch (Exception e) {
      throw Ensemble.failure("watching the lease " + path, e);
    }
  }
}
