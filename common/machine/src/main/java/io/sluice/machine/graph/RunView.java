package io.sluice.machine.graph;

import io.sluice.machine.run.Counter;
import io.sluice.machine.run.Run;
import io.sluice.machine.task.MachineSettings;
import io.sluice.model.record.RunCounts;

/** A run while an input is decided on, for reading. */
public interface RunView {
  /** With its nodes, as they are by now. */
  RunState run();

  /** As it was before the input. */
  Run before();

  /** What it has become by now; its record is written at the end. */
  Run now();

  int counted(Counter counter);

  RunCounts counts();

  /** How many of its nodes may be out at once. */
  default int places(MachineSettings settings) {
    int own = now().control().parallelism();
    return own > 0 ? own : settings.parallelism();
  }
}
