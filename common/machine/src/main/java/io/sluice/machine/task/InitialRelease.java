package io.sluice.machine.task;

import io.sluice.machine.claim.Claim;
import io.sluice.model.Action.Executor;
import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.Released;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The nodes that leave in the same transaction as their plan: the machine's own choice, made early.
 */
public final class InitialRelease {
  /** Longest path first; among equals the same order everywhere. */
  public static final Comparator<Node> ORDER =
      (a, b) ->
          a.weight() == b.weight()
              ? a.id().compareTo(b.id())
              : Integer.compare(b.weight(), a.weight());

  /** A task and the line of {@code Planned} that lists it. */
  public record FirstTask(Released released, String pool, Task task) {}

  private final MachineSettings settings;

  public InitialRelease(MachineSettings settings) {
    this.settings = settings;
  }

  /**
   * A plan that touches more than the run holds releases nothing.
   *
   * @param windows places for single provider configurations: only the machine sees how many of
   *     them other runs have, so it alone sends what they limit
   * @param closed addresses in doubt that wait for a person
   */
  public List<FirstTask> choose(
      PlanRun request,
      Collection<Node> nodes,
      Map<String, Integer> windows,
      Set<Address> closed,
      Lookup lookup) {
    int window = request.window();
    if (window <= 0 || !Claim.listed(request.claim()).covers(Claim.of(nodes))) {
      return List.of();
    }
    TaskFactory tasks =
        new TaskFactory(request.tasks() == null ? settings : settings.withTasks(request.tasks()));
    String workspace = request.workspace();
    String run = request.run();
    List<FirstTask> leaving = new ArrayList<>();
    Set<Address> taken = new HashSet<>(closed);
    for (Node node : free(nodes).stream().sorted(ORDER).toList()) {
      if (leaving.size() == window) {
        break;
      }
      Address address = node.address().live();
      if (!sent(node) || taken.contains(address) || windows.containsKey(provider(node))) {
        continue;
      }
      Attempt attempt = Attempt.first(workspace, run, node, lookup, request.attempted());
      if (attempt.recoverAfter() != null) {
        // Only the machine's clock can say how long it has to wait.
        continue;
      }
      TaskFactory.Built task = tasks.make(workspace, run, node, attempt, lookup, null);
      if (task instanceof TaskFactory.Ready made) {
        taken.add(address);
        leaving.add(
            new FirstTask(
                new Released(node.id(), attempt.number(), attempt.token()),
                TaskFactory.pool(node),
                made.task()));
      }
    }
    return leaving;
  }

  /** Whether a worker does it; the rest is done by the machine or the planner. */
  public static boolean sent(Node node) {
    return node.action().executor() == Executor.WORKER;
  }

  /** The configuration of a provider that a node goes by; without one, its type's own. */
  public static String provider(Node node) {
    if (node.provider() != null) {
      return node.provider();
    }
    int word = node.type().indexOf('_');
    return word < 0 ? node.type() : node.type().substring(0, word);
  }

  /** Nodes that wait for nothing, or only for nodes that have nothing to do. */
  private static List<Node> free(Collection<Node> nodes) {
    Set<String> done = new HashSet<>();
    List<Node> free = new ArrayList<>();
    Map<String, List<Node>> waiting = new HashMap<>();
    List<Node> next = new ArrayList<>();
    Map<String, Integer> unmet = new HashMap<>();
    for (Node node : nodes) {
      unmet.put(node.id(), node.after().size());
      node.after().forEach(id -> waiting.computeIfAbsent(id, any -> new ArrayList<>()).add(node));
      if (node.after().isEmpty()) {
        next.add(node);
      }
    }
    while (!next.isEmpty()) {
      Node node = next.removeLast();
      if (!node.action().isIdle()) {
        free.add(node);
        continue;
      }
      if (done.add(node.id())) {
        for (Node dependent : waiting.getOrDefault(node.id(), List.of())) {
          if (unmet.merge(dependent.id(), -1, Integer::sum) == 0) {
            next.add(dependent);
          }
        }
      }
    }
    return free;
  }
}
