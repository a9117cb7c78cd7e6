package io.sluice.machine.transition;

import io.sluice.model.message.Control;
import io.sluice.model.message.Event;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.message.Task;

/** What the shell sends in the same transaction as the changes. */
public sealed interface Command {
  record SendTask(String pool, Task task) implements Command {}

  record RequestPlan(PlanRequest request) implements Command {}

  record Emit(Event event) implements Command {}

  record SetControl(Control control) implements Command {}

  /** A tombstone for the run's control record. */
  record ClearControl(String run) implements Command {}
}
