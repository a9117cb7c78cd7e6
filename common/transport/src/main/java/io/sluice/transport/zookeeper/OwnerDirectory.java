package io.sluice.transport.zookeeper;

import io.sluice.transport.Connection;
import io.sluice.transport.topic.Partitioner;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Who answers queries for a workspace: read from the leases, remembered until that changes. */
public final class OwnerDirectory implements Owners {
  private final Leases leases;
  private final Partitioner partitioner;
  private final Connection connection;
  private final Map<Integer, Announcement> known = new ConcurrentHashMap<>();

  public OwnerDirectory(Ensemble ensemble, Connection connection) {
    this.leases = new Leases(ensemble);
    this.connection = connection;
    this.partitioner = new Partitioner(connection.partitions());
  }

  /**
   * The token for the owners' query API; it comes from configuration and never stands beside the
   * address.
   */
  @Override
  public String httpToken() {
    return connection.credentials().httpToken();
  }

  /** Empty while the partition has no owner. */
  @Override
  public Optional<Announcement> owner(String workspace) {
    return owner(partitioner.partition(workspace));
  }

  public Optional<Announcement> owner(int partition) {
    Announcement remembered = known.get(partition);
    if (remembered != null) {
      return Optional.of(remembered);
    }
    Optional<Announcement> owner =
        leases
            .holder(partition)
            .map(Leases.Holder::announcement)
            .filter(announcement -> announcement.epoch() > 0);
    owner.ifPresent(announcement -> known.put(partition, announcement));
    return owner;
  }

  /** The owner did not answer, or said that it is not the owner. */
  @Override
  public void forget(String workspace) {
    known.remove(partitioner.partition(workspace));
  }

  @Override
  public void forgetAll() {
    known.clear();
  }

  /** Each instance once, with one of its announcements; partitions without an owner are missing. */
  @Override
  public List<Announcement> instances() {
    Map<String, Announcement> byAddress = new LinkedHashMap<>();
    for (int partition = 0; partition < partitioner.partitions(); partition++) {
      owner(partition).ifPresent(owner -> byAddress.putIfAbsent(owner.address(), owner));
    }
    return List.copyOf(byAddress.values());
  }

  /** True when every partition has an owner that answers. */
  @Override
  public boolean complete() {
    for (int partition = 0; partition < partitioner.partitions(); partition++) {
      if (owner(partition).isEmpty()) {
        return false;
      }
    }
    return true;
  }
}
