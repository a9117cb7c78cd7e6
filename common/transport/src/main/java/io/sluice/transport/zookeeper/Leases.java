package io.sluice.transport.zookeeper;

import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Leases of state partitions: ephemeral nodes {@code /sluice/leases/state/PARTITION}. They announce
 * an owner and keep two instances from fencing each other in turn; the fence itself is the producer
 * epoch. So a lease that does not go away by itself may be replaced.
 */
public final class Leases {
  private final Ensemble ensemble;

  public Leases(Ensemble ensemble) {
    this.ensemble = ensemble;
  }

  /** Who holds a partition's lease. */
  public record Holder(Announcement announcement, long czxid, long session, int version) {}

  public Optional<Holder> holder(int partition) {
    String path = path(partition);
    try {
      Stat stat = new Stat();
      byte[] data = curator().getData().storingStatIn(stat).forPath(path);
      Announcement announcement = Json.decode(data, Announcement.class);
      return Optional.of(
          new Holder(announcement, stat.getCzxid(), stat.getEphemeralOwner(), stat.getVersion()));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    } catch (MalformedMessage e) {
      throw Ensemble.failure("the lease " + path + " is not JSON", e);
    } catch (Exception e) {
      throw Ensemble.failure("the lease " + path, e);
    }
  }

  /**
   * Waits until no other session holds the lease, at most {@code patience}. True when it is free or
   * was this session's own.
   */
  public boolean awaitFree(int partition, Duration patience) {
    String path = path(partition);
    long deadline = System.nanoTime() + patience.toNanos();
    try {
      while (true) {
        CountDownLatch changed = new CountDownLatch(1);
        Stat stat = curator().checkExists().usingWatcher(latch(changed)).forPath(path);
        if (stat == null || stat.getEphemeralOwner() == ensemble.session()) {
          return true;
        }
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          return false;
        }
        if (!changed.await(left, TimeUnit.NANOSECONDS)) {
          return false;
        }
      }
    } catch (Exception e) {
      throw Ensemble.failure("waiting for the lease " + path, e);
    }
  }

  /**
   * Takes the lease, replacing its present holder. Only after the partition's transactional id has
   * been taken over: then the one before can't commit any more, whatever its lease says.
   */
  public Lease take(int partition, Announcement announcement) {
    String path = path(partition);
    byte[] data = Json.encode(announcement);
    try {
      while (true) {
        Stat old = curator().checkExists().forPath(path);
        try {
          if (old == null) {
            curator()
                .create()
                .creatingParentsIfNeeded()
                .withMode(CreateMode.EPHEMERAL)
                .forPath(path, data);
          } else {
            replace(path, old.getVersion(), data);
          }
        } catch (KeeperException.NodeExistsException
            | KeeperException.NoNodeException
            | KeeperException.BadVersionException e) {
          continue;
        }
        Stat mine = curator().checkExists().forPath(path);
        if (mine != null && mine.getEphemeralOwner() == ensemble.session()) {
          return new Lease(ensemble, path, mine.getCzxid(), announcement);
        }
      }
    } catch (Exception e) {
      throw Ensemble.failure("taking the lease " + path, e);
    }
  }

  /** Takes the lease only if it is free. */
  public Optional<Lease> takeFree(int partition, Announcement announcement) {
    String path = path(partition);
    try {
      curator()
          .create()
          .creatingParentsIfNeeded()
          .withMode(CreateMode.EPHEMERAL)
          .forPath(path, Json.encode(announcement));
      Stat mine = curator().checkExists().forPath(path);
      return mine != null && mine.getEphemeralOwner() == ensemble.session()
          ? Optional.of(new Lease(ensemble, path, mine.getCzxid(), announcement))
          : Optional.empty();
    } catch (KeeperException.NodeExistsException e) {
      return Optional.empty();
    } catch (Exception e) {
      throw Ensemble.failure("taking the lease " + path, e);
    }
  }

  private void replace(String path, int version, byte[] data) throws Exception {
    curator()
        .transaction()
        .forOperations(
            curator().transactionOp().delete().withVersion(version).forPath(path),
            curator().transactionOp().create().withMode(CreateMode.EPHEMERAL).forPath(path, data));
  }

  private static org.apache.curator.framework.api.CuratorWatcher latch(CountDownLatch changed) {
    return event -> changed.countDown();
  }

  private CuratorFramework curator() {
    return ensemble.curator();
  }

  private String path(int partition) {
    return ensemble.path("leases/state/" + partition);
  }
}
