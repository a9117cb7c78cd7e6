package io.sluice.machine;

import io.sluice.model.Address;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.WorkspaceRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

@SuppressWarnings("DoNotCallSuggester")
public final class WorkspaceState {
  public WorkspaceState(String workspace, StateRecords records) {
    throw new UnsupportedOperationException(workspace + records);
  }

  /** What is held, from the records of {@code state} and {@code runs} in any order. */
  public static WorkspaceState restore(
      String workspace, StateRecords records, Iterable<Change> found) {
    throw new UnsupportedOperationException(workspace + records + found);
  }

  public void fold(Change change) {
    throw new UnsupportedOperationException("" + change);
  }

  public void fold(Transition transition) {
    transition.changes().forEach(this::fold);
  }

  public String workspace() {
    throw new UnsupportedOperationException();
  }

  public StateRecords records() {
    throw new UnsupportedOperationException();
  }

  public Optional<WorkspaceRecord> workspaceRecord() {
    throw new UnsupportedOperationException();
  }

  public Optional<RunRecord> run(String run) {
    throw new UnsupportedOperationException(run);
  }

  /** All that are known, ended ones too. */
  public Collection<RunRecord> runs() {
    throw new UnsupportedOperationException();
  }

  public Optional<NodeRecord> node(String run, String node) {
    throw new UnsupportedOperationException(run + node);
  }

  /** When {@link Input.Due} is wanted next. */
  public Optional<Instant> nextDue() {
    throw new UnsupportedOperationException();
  }

  /**
   * Worker incarnations that hold leases here: those not among the living are {@link
   * Input.WorkerLost}.
   */
  public Set<String> leaseHolders() {
    throw new UnsupportedOperationException();
  }

  /**
   * Attempts whose task was sent and of which nothing was heard: candidates for {@link
   * Input.Unheard}.
   */
  public void forEachUnclaimed(Consumer<Unclaimed> consumer) {
    throw new UnsupportedOperationException("" + consumer);
  }

  /** Addresses in doubt that nothing but a person can settle. */
  public Set<Address> closed() {
    throw new UnsupportedOperationException();
  }

  /** Whether nothing of it needs to be held in memory. */
  public boolean idle() {
    throw new UnsupportedOperationException();
  }

  public record Unclaimed(String run, String node, int attempt, String pool) {}
}
