package io.sluice.state.ownership;

import io.sluice.machine.transition.DecisionContext;
import io.sluice.machine.transition.Input;
import io.sluice.state.intake.Origin;
import io.sluice.state.intake.Poison;
import io.sluice.state.intake.Superseded;
import io.sluice.state.store.StoredMessages;
import io.sluice.state.store.Workspaces;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The owner's own inputs: timers, lost workers, silence, and troubles that its runs hear of. */
final class OwnInputs {
  private static final Logger LOG = LoggerFactory.getLogger(OwnInputs.class);

  private final Workspaces workspaces;
  private final Poison poison;
  private final Outbox outbox;
  private final Map<String, Set<String>> told = new HashMap<>();

  OwnInputs(Workspaces workspaces, Poison poison, Outbox outbox) {
    this.workspaces = workspaces;
    this.poison = poison;
    this.outbox = outbox;
  }

  /** An input of our own: where it fails, the workspace goes on without such inputs for a while. */
  void tell(Workspaces.Held held, Function<DecisionContext, Input> asked) {
    String workspace = held.state().workspace();
    if (poison.holds(workspace)) {
      return;
    }
    Origin.Own own = new Origin.Own(workspace);
    Input input = asked.apply(outbox.context(own));
    try {
      outbox.advance(held, input, own);
      poison.recovered(workspace);
    } catch (Superseded | StoredMessages.Unreadable e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("workspace {}: its timers are halted because of a bug", workspace, e);
      poison.blame(own, e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  /**
   * Each active run of a workspace whose own inputs are postponed gets an event that says so, once
   * by an owner. If that event fails too, it is not tried for ever.
   */
  void tellTheTroubled() {
    Map<String, String> troubled = poison.toTell();
    told.keySet().retainAll(troubled.keySet());
    for (Map.Entry<String, String> each : troubled.entrySet()) {
      Workspaces.Held held = workspaces.of(each.getKey());
      Set<String> active = held.state().active();
      if (told.getOrDefault(each.getKey(), Set.of()).containsAll(active)) {
        continue;
      }
      told.put(each.getKey(), active);
      Origin.Telling telling = new Origin.Telling(each.getKey());
      Input input = new Input.Troubled(each.getValue(), outbox.context(telling));
      try {
        outbox.advance(held, input, telling);
      } catch (Superseded | StoredMessages.Unreadable e) {
        throw e;
      } catch (RuntimeException | StackOverflowError e) {
        LOG.error("workspace {}: its troubles cannot be reported to its people", each.getKey(), e);
        poison.blame(telling, e.getClass().getSimpleName() + ": " + e.getMessage());
      }
    }
  }
}
