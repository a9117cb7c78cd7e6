package io.sluice.machine.simulation;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.model.Phase;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.Deferred;
import io.sluice.model.message.InboxMessage.Dropped;
import io.sluice.model.message.InboxMessage.GaveUp;
import io.sluice.model.message.InboxMessage.Redelivered;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.InboxMessage.Started;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Claims that reported a call and no outcome of it. A worker that looks for the object of such a
 * call has to know these claims by name, or it can't find out when their calls are over.
 */
final class Callers {
  /** By the attempt. */
  private final Map<String, String> tokens = new HashMap<>();

  /** By the token. */
  private final Map<String, Set<String>> open = new HashMap<>();

  /** Claims that have reported an outcome. */
  private final Set<String> done = new HashSet<>();

  /** Nodes of plans that have left. */
  private final Set<String> begun = new HashSet<>();

  /** Tokens of earlier plans, of whose calls nothing is known. */
  private final Set<String> inherited = new HashSet<>();

  /**
   * Whether the machine, as it stands, has to remember who speaks.
   *
   * @param isDecided the machine gets to see it as it is
   */
  static boolean counts(InboxMessage message, WorkspaceState state, boolean isDecided) {
    if (!(message instanceof Started started)) {
      return true;
    }
    NodeRecord node = state.node(started.run(), started.node()).orElse(null);
    return isDecided
        && node != null
        && node.attempt() == started.attempt()
        && (node.status() == NodeStatus.STARTED || node.status() == NodeStatus.DISPATCHED);
  }

  void heard(InboxMessage message) {
    switch (message) {
      case Started started when started.phase() == Phase.CALLING -> {
        String token = tokens.get(key(started.run(), started.node(), started.attempt()));
        if (token != null && !done.contains(started.claimId())) {
          open.computeIfAbsent(token, any -> new TreeSet<>()).add(started.claimId());
        }
      }
      case Result result when result.outcome() != Outcome.IN_DOUBT -> ended(result.claimId());
      case GaveUp gaveUp -> ended(gaveUp.claimId());
      case Dropped dropped -> ended(dropped.claimId());
      case Deferred deferred -> ended(deferred.claimId());
      case Redelivered redelivered -> ended(redelivered.claimId());
      default -> {}
    }
  }

  private void ended(String claim) {
    done.add(claim);
    open.values().forEach(claims -> claims.remove(claim));
  }

  private static String key(String run, String node, int attempt) {
    return run + " " + node + " " + attempt;
  }

  void leaves(Task task, String planId) {
    tokens.put(key(task.run(), task.node(), task.attempt()), task.token());
    if (begun.add(task.run() + " " + planId + " " + task.node()) && task.recovering()) {
      inherited.add(task.token());
      open.remove(task.token());
      return;
    }
    if (!task.recovering() || task.repeat() != RepeatClass.SEARCH) {
      return;
    }
    Set<String> missing = new TreeSet<>(open.getOrDefault(task.token(), Set.of()));
    task.callers().forEach(missing::remove);
    boolean isNameless =
        task.callers().contains(Task.UNKNOWN_CALLER) && !inherited.contains(task.token());
    if (isNameless || !missing.isEmpty()) {
      throw new Violation(
          "%s@%d of %s is told of calls of %s, and not of those of %s"
              .formatted(task.node(), task.attempt(), task.run(), task.callers(), missing));
    }
  }
}
