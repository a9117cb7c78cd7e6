package io.sluice.machine.graph;

import io.sluice.machine.node.NodeState;
import io.sluice.machine.run.Asking;
import io.sluice.machine.task.TaskFactory;
import io.sluice.machine.transition.Input;
import io.sluice.model.record.NodeStatus;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a run waits for a report on. */
public final class Awaited {
  private Awaited() {}

  /**
   * A task that was sent and that no worker has reported on. It may become {@link
   * Input.SilentAttempt}.
   */
  public record Unclaimed(String run, String node, int attempt, String pool) {}

  /**
   * A request that the planner has yet to answer. It may become {@link Input.Unanswered}.
   *
   * @param node the placeholder that it is about; null if it is about the whole run
   * @param round of the request; of a placeholder, its attempt
   * @param version at which it was asked
   */
  public record Asked(String run, @Nullable String node, int round, long version) {}

  static void unclaimed(RunState run, Consumer<Unclaimed> consumer) {
    if (run.count(NodeStatus.DISPATCHED) == 0) {
      return;
    }
    for (NodeEntry entry : run.entries()) {
      if (entry.unclaimed()) {
        String pool = TaskFactory.pool(entry.planned());
        consumer.accept(new Unclaimed(run.id, entry.id, entry.state.tries().attempt(), pool));
      }
    }
  }

  static void unanswered(RunState run, Consumer<Asked> consumer) {
    if (run.active() && run.written().awaitsPlan()) {
      Asking asking = run.written().asking();
      consumer.accept(new Asked(run.id, null, asking.round(), asking.at()));
    }
    if (run.active() && run.expanding() > 0) {
      for (NodeEntry entry : run.entries()) {
        if (entry.isPlanned() && entry.state instanceof NodeState.Asked asked) {
          consumer.accept(new Asked(run.id, entry.id, asked.attempt(), asked.at()));
        }
      }
    }
  }
}
