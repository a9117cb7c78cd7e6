package io.sluice.machine.graph;

import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A workspace for reading. */
public interface WorkspaceView {
  String workspace();

  Optional<WorkspaceRecord> workspaceRecord();

  Optional<StateRecord> record(Address address);

  /** Deposed and orphaned records of a live address. */
  Collection<StateRecord> marked(Address live);

  Iterable<StateRecord> allRecords();

  @Nullable RunState runState(String run);

  /** All that are known, ended ones too. */
  Collection<RunState> runStates();

  /** Those that have not ended, the oldest first. */
  List<RunState> activeRuns();

  default RunState runOf(NodeEntry entry) {
    return Objects.requireNonNull(runState(entry.run), "the run of a node is known");
  }

  Indexes indexes();

  /** Addresses in doubt that nothing but a person can settle: later plans refuse them. */
  Set<Address> closed();

  /** Nodes that are under way beside this run, here and elsewhere. */
  long nodesBeside(RunState run);

  Followed followed();
}
