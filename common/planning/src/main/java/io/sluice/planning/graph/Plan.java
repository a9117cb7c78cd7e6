package io.sluice.planning.graph;

import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.Held;
import io.sluice.model.plan.Node;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
 * @param secrets what may be repeated by what is sealed of a node, by its id; never leaves in clear
 */
public record Plan(
    List<Node> nodes,
    SortedMap<Address, Long> basis,
    List<Held> held,
    int unchanged,
    String hash,
    Map<String, Set<String>> secrets) {
  public Plan {
    nodes = List.copyOf(nodes);
    basis = Collections.unmodifiableSortedMap(new TreeMap<>(basis));
    held = List.copyOf(held);
    secrets = Map.copyOf(secrets);
  }

  public Plan(
      List<Node> nodes,
      SortedMap<Address, Long> basis,
      List<Held> held,
      int unchanged,
      String hash) {
    this(nodes, basis, held, unchanged, hash, Map.of());
  }

  /** The same plan, with what is secret of each node. */
  public Plan knowing(Map<String, Set<String>> others) {
    return new Plan(nodes, basis, held, unchanged, hash, others);
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
