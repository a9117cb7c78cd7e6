package io.sluice.planner.diff;

import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The records of a snapshot by address. Orphans are for people to look at and never planned. */
final class StateIndex {
  private final SortedMap<Address, StateRecord> live = new TreeMap<>();
  private final SortedMap<Address, StateRecord> deposed = new TreeMap<>();
  private final Set<Address> closed = new HashSet<>();

  StateIndex(Snapshot snapshot) {
    for (StateRecord record : snapshot.resources()) {
      if (record.address().isDeposed()) {
        deposed.put(record.address(), record);
      } else if (!record.address().isOrphan()) {
        live.put(record.address(), record);
      }
    }
    snapshot.closed().forEach(address -> closed.add(Address.of(address).live()));
  }

  Optional<StateRecord> find(Address address) {
    return Optional.ofNullable(live.get(address));
  }

  List<StateRecord> live() {
    return List.copyOf(live.values());
  }

  List<StateRecord> deposed() {
    return List.copyOf(deposed.values());
  }

  /** An attempt on it is outstanding or in doubt. */
  boolean isClosed(Address address) {
    return closed.contains(address.live());
  }
}
