package io.sluice.planning.graph;

import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.Held;
import io.sluice.model.plan.Node;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a run has to do.
 *
 * @param nodes each after those that it waits for
 * @param basis the versions of the records that were compared with or referred to
 * @param held nodes that must not be begun, since they are in doubt or depend on what is
 * @param unchanged resources that are as the document wants them
 * @param hash of what is done: addresses, actions, known values
 */
public record Plan(
    List<Node> nodes, SortedMap<Address, Long> basis, List<Held> held, int unchanged, String hash) {
  public Plan {
    nodes = List.copyOf(nodes);
    basis = Collections.unmodifiableSortedMap(new TreeMap<>(basis));
    held = List.copyOf(held);
  }

  /** Of nodes that join a plan in the middle of its run. */
  public static Plan part(List<Node> nodes) {
    return new Plan(nodes, new TreeMap<>(), List.of(), 0, Fingerprint.of(nodes));
  }

  /** The hash of what one node does. */
  public static String fingerprint(Node node) {
    return Fingerprint.of(List.of(node));
  }
}
