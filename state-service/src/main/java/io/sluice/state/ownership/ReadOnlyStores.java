package io.sluice.state.ownership;

import io.sluice.state.store.LocalStore;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.zookeeper.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All partitions as they are committed, for commands that only look: nothing is fenced, applied or
 * judged, so that an apply which a crash left behind stays as it is. Nor is an owner that lives
 * replaced: it would have to take its partition over again, and so would all others of a fleet.
 */
public final class ReadOnlyStores implements AutoCloseable {
  private final Map<Integer, LocalStore> stores = new TreeMap<>();
  private final List<Lease> leases = new ArrayList<>();

  public ReadOnlyStores(PartitionContext around) {
    try {
      int partitions = around.configuration().connection().partitions();
      for (int partition = 0; partition < partitions; partition++) {
        Takeover takeover = new Takeover(around, partition);
        LocalStore store = takeover.restore();
        stores.put(partition, store);
        long epoch = takeover.owner(store).map(owner -> owner.epoch()).orElse(1L);
        Lease lease = lease(around, partition);
        leases.add(lease);
        lease.announce(epoch);
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The lease of an owner that was killed goes with its session; any other stays. */
  private static Lease lease(PartitionContext around, int partition) {
    around.leases().awaitFree(partition, around.configuration().connection().zookeeperSession());
    return around
        .leases()
        .takeFree(partition, around.announcement())
        .orElseThrow(() -> refused(around, partition));
  }

  private static TransportFailure refused(PartitionContext around, int partition) {
    String owner =
        around
            .leases()
            .holder(partition)
            .map(holder -> holder.announcement().instance())
            .orElse("another instance");
    return new TransportFailure(
        TransportFailure.Code.MISCONFIGURED,
        "partition "
            + partition
            + " is owned by "
            + owner
            + ", which is alive: SLUICE_STATE_READ_ONLY is for a deployment without a running state"
            + " service. Ask that one, or stop it first");
  }

  public Optional<LocalStore> store(int partition) {
    return Optional.ofNullable(stores.get(partition));
  }

  public List<Integer> serving() {
    return List.copyOf(stores.keySet());
  }

  @Override
  public void close() {
    leases.forEach(Lease::release);
    stores
        .values()
        .forEach(
            store -> {
              store.restAgain();
              store.close();
            });
  }
}
