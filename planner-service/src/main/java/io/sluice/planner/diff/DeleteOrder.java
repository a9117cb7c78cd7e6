package io.sluice.planner.diff;

import io.sluice.model.Address;
import io.sluice.model.record.StateRecord;
import io.sluice.planner.document.Placeholder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Puts deletes in their place: nothing goes before what depends on it has gone or has let go of it.
 * What depended on what is taken from state, since the document may not hold it any more.
 */
final class DeleteOrder {
  private final NodeGraph graph;
  private final Changes changes;
  private final Map<Address, List<StateRecord>> dependents = new HashMap<>();

  DeleteOrder(NodeGraph graph, Changes changes, StateIndex state) {
    this.graph = graph;
    this.changes = changes;
    NavigableMap<Address, StateRecord> live = new TreeMap<>();
    state.live().forEach(record -> live.put(record.address(), record));
    for (StateRecord record : state.live()) {
      note(record, live);
    }
    for (StateRecord record : state.deposed()) {
      note(record, live);
    }
  }

  private void note(StateRecord record, NavigableMap<Address, StateRecord> live) {
    for (Address dependency : record.dependencies()) {
      if (Placeholder.is(dependency)) {
        String prefix = Placeholder.instancePrefix(dependency);
        for (Address instance : live.tailMap(Address.of(prefix)).keySet()) {
          if (!instance.text().startsWith(prefix)) {
            break;
          }
          add(instance, record);
        }
      } else {
        add(dependency, record);
      }
    }
  }

  private void add(Address dependency, StateRecord record) {
    dependents.computeIfAbsent(dependency.live(), any -> new ArrayList<>()).add(record);
  }

  /** {@code vertex} deletes; everything that has to come before it is put there. */
  void place(Vertex vertex) {
    Address address = vertex.address();
    for (StateRecord dependent : dependents.getOrDefault(address.live(), List.of())) {
      if (!dependent.address().equals(address)) {
        after(dependent, vertex);
      }
    }
    if (address.isDeposed()) {
      graph.order(address.live().text(), vertex.id());
    }
  }

  private void after(StateRecord dependent, Vertex vertex) {
    String id = dependent.address().text();
    Vertex other = graph.find(id);
    if (other == null) {
      changes
          .placeholderOf(dependent.address())
          .ifPresent(placeholder -> graph.order(placeholder.address().text(), vertex.id()));
      return;
    }
    graph.order(id + Vertex.DELETE_MARK, vertex.id());
    boolean stillDepends =
        other instanceof Vertex.Wanted wanted
            && dependencies(wanted).contains(vertex.address().live());
    if (!stillDepends) {
      // Whoever let go may itself have to wait for this delete; then it can only let go later.
      if (other instanceof Vertex.Wanted) {
        graph.prefer(id, vertex.id());
      } else {
        graph.order(id, vertex.id());
      }
    }
  }

  private Set<Address> dependencies(Vertex.Wanted wanted) {
    List<Address> all = new ArrayList<>();
    for (Address dependency : wanted.decision().resource().dependencies()) {
      all.addAll(changes.meaning(dependency));
    }
    return Set.copyOf(all);
  }
}
