package io.sluice.machine.graph;

import io.sluice.machine.task.Lookup;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.DecisionContext;
import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that a decision may read: the workspace as the facts so far have made it, and the input's
 * context.
 */
public interface View {
  WorkspaceView state();

  MachineSettings settings();

  TaskFactory tasks();

  DecisionContext context();

  /** The run; null if there is none. */
  @Nullable RunView run(String id);

  RunView run(RunState run);

  /** The run that was touched first of those that are not settled; null if all are. */
  @Nullable RunView touched();

  /** Whether claims changed and none was granted since. */
  boolean holdsChanged();

  /** How much was done without a worker. */
  int doneLocally();

  default String workspace() {
    return state().workspace();
  }

  default Optional<StateRecord> record(Address address) {
    return state().record(address);
  }

  /** Where the nodes of a run find values. */
  default Lookup lookup(RunView run) {
    return new RunLookup(state(), run.run());
  }
}
