package io.sluice.machine.stored;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import java.util.Collection;
import java.util.Optional;

/**
 * The resources of a workspace. The shell backs it by its store on disk and an overlay of what is
 * not committed yet; {@link WorkspaceState#fold} alone writes to it.
 */
public interface StateRecords {
  /** The record under exactly this address, mark included. */
  Optional<StateRecord> find(Address address);

  /** Deposed and orphaned records of a live address. */
  Collection<StateRecord> marked(Address live);

  /** Every record, in the order of addresses. */
  Iterable<StateRecord> all();

  void put(StateRecord record);

  void remove(Address address);
}
