package io.sluice.planner.request;

import io.sluice.machine.task.Lookup;
import io.sluice.model.Address;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Values for the first tasks of a plan: nothing of the run has happened yet. */
final class SnapshotLookup implements Lookup {
  private final Map<Address, StateRecord> records = new HashMap<>();

  SnapshotLookup(Snapshot snapshot) {
    snapshot.resources().forEach(record -> records.put(record.address(), record));
  }

  @Override
  public Optional<StateRecord> record(Address address) {
    return Optional.ofNullable(records.get(address));
  }
}
