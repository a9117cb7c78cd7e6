package io.sluice.state.ownership;

import io.sluice.state.store.LocalStore;
import io.sluice.transport.zookeeper.Lease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All partitions as they are committed, for commands that only look: nothing is fenced, applied or
 * judged, so that an apply which a crash left behind stays as it is.
 */
public final class ReadOnlyStores implements AutoCloseable {
  private final Map<Integer, LocalStore> stores = new TreeMap<>();
  private final List<Lease> leases = new ArrayList<>();

  public ReadOnlyStores(Surroundings around) {
    int partitions = around.configuration().connection().partitions();
    for (int partition = 0; partition < partitions; partition++) {
      Takeover takeover = new Takeover(around, partition);
      LocalStore store = takeover.restore();
      stores.put(partition, store);
      long epoch = takeover.owner(store).map(owner -> owner.epoch()).orElse(1L);
      Lease lease = around.leases().take(partition, around.announcement());
      leases.add(lease);
      lease.announce(epoch);
    }
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
    stores.values().forEach(LocalStore::close);
  }
}
