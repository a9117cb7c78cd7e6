package io.sluice.machine.transition;

import io.sluice.machine.stored.Change;
import java.util.List;

/** What one input leads to: written and sent in one transaction, then folded. */
public record Transition(List<Change> changes, List<Command> commands) {
  public static final Transition NONE = new Transition(List.of(), List.of());

  public boolean isEmpty() {
    return changes.isEmpty() && commands.isEmpty();
  }
}
