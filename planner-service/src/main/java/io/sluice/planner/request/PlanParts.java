package io.sluice.planner.request;

import io.sluice.language.source.Diagnostic;
import io.sluice.machine.task.InitialRelease;
import io.sluice.machine.task.Room;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.NodeGroups;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.record.StateRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/**
 * A plan cut into parts of bounded size.
 *
 * @param bytes of all parts together, about
 * @param tooLarge nodes whose configuration no task can carry, whatever else it holds
 */
record PlanParts(String planId, List<PlanPart> parts, long bytes, List<Node> tooLarge) {
  private static final int MOST_TASK = Limits.STANDARD.bytes().task();

  /**
   * The id follows from request and content: the same request planned again gives the same parts.
   */
  static PlanParts cut(
      PlanRun request,
      List<Node> nodes,
      SortedMap<Address, Long> basis,
      Function<Address, Optional<StateRecord>> recorded) {
    String run = request.run();
    List<Node> tooLarge = new ArrayList<>();
    int[] sizes = new int[nodes.size()];
    long bytes = 0;
    int digest = 0;
    for (int i = 0; i < sizes.length; i++) {
      Node node = nodes.get(i);
      byte[] encoded = Json.encode(node);
      digest = 31 * digest + Arrays.hashCode(encoded);
      sizes[i] = encoded.length;
      bytes += encoded.length + 1;
      if (encoded.length > MOST_TASK
          ? isTooLarge(node)
          : outgrows(node, encoded.length, recorded)) {
        tooLarge.add(node);
      }
    }
    String seed =
        run
            + '\n'
            + request.epoch()
            + '\n'
            + request.version()
            + '\n'
            + request.round()
            + '\n'
            + digest
            + '\n'
            + nodes.size();
    String planId = UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8)).toString();
    List<List<Node>> groups = NodeGroups.of(nodes, sizes);
    List<PlanPart> parts = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      parts.add(new PlanPart(run, planId, i, groups.get(i), basisOf(groups.get(i), basis)));
    }
    return new PlanParts(planId, List.copyOf(parts), bytes, List.copyOf(tooLarge));
  }

  /** The faults of the nodes that are too large. */
  List<Diagnostic> refusals() {
    return tooLarge.stream().map(PlanParts::refusal).toList();
  }

  private static Diagnostic refusal(Node node) {
    return Diagnostic.error(
            "Configuration too large",
            "The configuration of "
                + node.address()
                + (node.action() == Action.UPDATE ? ", together with its known attributes," : "")
                + " is larger than a worker can receive, "
                + MOST_TASK
                + " bytes.",
            null)
        .withHint(
            "Put large content into a file that the worker can read, and refer to that file.");
  }

  /** A task holds at least these two. */
  static boolean isTooLarge(Node node) {
    ProviderBlock block = node.providerBlock();
    long bytes = Json.encode(node.config()).length;
    bytes += block == null ? 0 : Json.encode(block).length;
    return InitialRelease.sent(node) && bytes > MOST_TASK;
  }

  /** What changes an object brings its attributes along. */
  private static boolean outgrows(
      Node node, long bytes, Function<Address, Optional<StateRecord>> recorded) {
    if (node.action() != Action.UPDATE) {
      return false;
    }
    StateRecord record = recorded.apply(TaskFactory.priorAddress(node)).orElse(null);
    // A character takes up to six bytes.
    return record != null
        && Room.after(record.attributes(), (MOST_TASK - bytes) / 6) < 0
        && Json.encode(record.attributes()).length + bytes > MOST_TASK;
  }

  private static Map<Address, Long> basisOf(List<Node> nodes, SortedMap<Address, Long> basis) {
    Map<Address, Long> own = new TreeMap<>();
    for (Node node : nodes) {
      if (node.prior() != null) {
        put(node.prior().record(), basis, own);
      }
      node.values().forEach(reference -> put(reference.address(), basis, own));
    }
    return own;
  }

  private static void put(Address address, SortedMap<Address, Long> basis, Map<Address, Long> own) {
    Long version = basis.get(address);
    if (version != null) {
      own.put(address, version);
    }
  }
}
