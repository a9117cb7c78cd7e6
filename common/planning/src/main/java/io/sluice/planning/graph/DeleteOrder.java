package io.sluice.planning.graph;

import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.decide.Changes;
import io.sluice.planning.decide.StateIndex;
import io.sluice.planning.document.Placeholder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts deletes in their place: nothing goes before what depends on it has gone or has let go of it.
 * What depended on what is taken from state, since the document may not hold it any more.
 */
final class DeleteOrder {
  private final NodeGraph graph;
  private final Changes changes;
  private final Map<Address, List<StateRecord>> dependents = new HashMap<>();
  private final Map<String, Set<StateRecord>> ofBlocks = new HashMap<>();

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
      String block = Placeholder.is(dependency) ? dependency.text() : blockAround(dependency);
      if (block != null) {
        ofBlocks.computeIfAbsent(block, any -> new LinkedHashSet<>()).add(record);
      }
      if (EveryInstance.isLate(dependency)) {
        live.keySet().stream()
            .filter(instance -> EveryInstance.covers(dependency, instance))
            .forEach(instance -> add(instance, record));
      } else if (Placeholder.is(dependency)) {
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

  private static @Nullable String blockAround(Address instance) {
    Address live = instance.live();
    return live.text().endsWith("]") ? live.every().text() : null;
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

  /**
   * Instances in state may turn out to be surplus: what depended on one and no longer does, or is
   * deleted, comes before the placeholder is expanded. The run orders what still depends on it.
   */
  void placeSurplus(Vertex vertex) {
    for (StateRecord dependent : ofBlock(vertex.address())) {
      Vertex other = graph.find(dependent.address().text());
      boolean stillDepends =
          other instanceof Vertex.Wanted wanted
              && wanted.decision().resource().dependencies().contains(vertex.address());
      if (other != null && !stillDepends) {
        graph.prefer(dependent.address().text(), vertex.id());
      }
    }
  }

  private Set<StateRecord> ofBlock(Address every) {
    if (!EveryInstance.isLate(every)) {
      return ofBlocks.getOrDefault(every.text(), Set.of());
    }
    Set<StateRecord> all = new LinkedHashSet<>();
    dependents.forEach(
        (dependency, records) -> {
          if (EveryInstance.covers(every, dependency)) {
            all.addAll(records);
          }
        });
    return all;
  }

  private void after(StateRecord dependent, Vertex vertex) {
    String id = dependent.address().text();
    Vertex other = graph.find(id);
    if (other == null) {
      graph.order(NodeId.text(dependent.address(), Role.DELETE), vertex.id());
      // A replaced resource that supplies a count must be complete before the instances are known.
      changes
          .placeholderOf(dependent.address())
          .ifPresent(placeholder -> graph.prefer(placeholder.text(), vertex.id()));
      return;
    }
    graph.order(NodeId.text(dependent.address(), Role.DELETE), vertex.id());
    boolean stillDepends =
        other instanceof Vertex.Wanted wanted
            && dependencies(wanted).contains(vertex.address().live());
    if (!stillDepends) {
      switch (other) {
        // It may itself have to wait for this delete; then it can change only later. What is
        // replaced lets go with its old half.
        case Vertex.Wanted wanted -> {
          if (!wanted.decision().isReplaced()) {
            graph.prefer(id, vertex.id());
          }
        }
        // Reading a data source takes nothing away that is in the way.
        case Vertex.Companion read -> {}
        case Vertex.Imported imported -> graph.order(id, vertex.id());
        case Vertex.OldHalf half -> graph.order(id, vertex.id());
        case Vertex.Unwanted unwanted -> graph.order(id, vertex.id());
        case Vertex.Unexpanded unexpanded -> graph.order(id, vertex.id());
        case Vertex.Late late -> graph.order(id, vertex.id());
        case Vertex.Forgotten forgotten -> graph.order(id, vertex.id());
        case Vertex.Gone gone -> graph.order(id, vertex.id());
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
