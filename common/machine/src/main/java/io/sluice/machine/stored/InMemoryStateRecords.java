package io.sluice.machine.stored;

import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** For tests, simulation and small workspaces. */
public final class InMemoryStateRecords implements StateRecords {
  private final TreeMap<Address, StateRecord> records = new TreeMap<>();

  @Override
  public Optional<StateRecord> find(Address address) {
    return Optional.ofNullable(records.get(address));
  }

  @Override
  public Collection<StateRecord> marked(Address live) {
    return List.copyOf(records.subMap(new Address(live + "#"), new Address(live + "$")).values());
  }

  @Override
  public Iterable<StateRecord> all() {
    return records.values();
  }

  @Override
  public void put(StateRecord record) {
    records.put(record.address(), record);
  }

  @Override
  public void remove(Address address) {
    records.remove(address);
  }
}
