package io.sluice.planning.graph;

import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.decide.Change;
import io.sluice.planning.decide.Changes;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.decide.StateIndex;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which node waits for which. */
final class NodeOrder {
  private final NodeGraph graph;
  private final Changes changes;
  private final StateIndex state;
  private final DesiredState wanting;
  private final Set<Address> createBeforeDestroy;

  NodeOrder(
      NodeGraph graph,
      Changes changes,
      StateIndex state,
      DesiredState wanting,
      Set<Address> createBeforeDestroy) {
    this.graph = graph;
    this.changes = changes;
    this.state = state;
    this.wanting = wanting;
    this.createBeforeDestroy = createBeforeDestroy;
  }

  void add() {
    DeleteOrder deletes = new DeleteOrder(graph, changes, state);
    for (Vertex vertex : List.copyOf(graph.vertices())) {
      switch (vertex) {
        case Vertex.Wanted it -> addDependencies(it.decision().resource().dependencies(), it.id());
        case Vertex.Unexpanded it -> {
          addDependencies(it.placeholder().dependencies(), it.id());
          deletes.placeSurplus(it);
        }
        case Vertex.Late it -> {
          addDependencies(List.copyOf(it.part().dependencies()), it.id());
          deletes.placeSurplus(it);
        }
        case Vertex.OldHalf half -> {
          deletes.place(half);
          afterWhatConfigures(half, half.decision().resource().settings().provider());
          if (createBeforeDestroy.contains(half.address())) {
            // The new one is there once its commands and conditions say so.
            graph.order(half.address().text(), half.id());
            graph.order(NodeId.text(half.address(), Role.PROVISIONER), half.id());
            graph.order(NodeId.text(half.address(), Role.POSTCONDITION), half.id());
          } else {
            graph.order(half.id(), half.address().text());
          }
        }
        case Vertex.Imported imported -> {
          addDependencies(imported.decision().resource().dependencies(), imported.id());
          graph.order(imported.id(), imported.address().text());
          graph.order(imported.id(), NodeId.text(imported.address(), Role.DELETE));
        }
        case Vertex.Gone gone -> {
          graph.order(gone.id(), gone.address().text());
          if (graph.find(gone.address().text()) == null) {
            deletes.place(gone);
          }
        }
        case Vertex.Unwanted unwanted -> {
          deletes.place(unwanted);
          afterWhatConfigures(unwanted, unwanted.record().providerConfig());
        }
        case Vertex.Companion companion -> addCompanion(companion.node());
        case Vertex.Forgotten forgotten -> {
          Address to = state.movedTo(forgotten.address());
          if (to != null) {
            graph.order(to.text(), forgotten.id());
          }
        }
      }
    }
  }

  /**
   * An object is deleted through its provider's configuration, so what that is made of has to
   * exist.
   */
  private void afterWhatConfigures(Vertex vertex, @Nullable String provider) {
    for (Reference reference : wanting.references(provider)) {
      for (Address address : changes.meaning(reference.address())) {
        Vertex source = graph.find(address.text());
        boolean isNew =
            source instanceof Vertex.Wanted wanted
                && wanted.decision().change() instanceof Change.Create;
        if (isNew || source instanceof Vertex.Companion) {
          graph.prefer(address.text(), vertex.id());
        }
      }
    }
  }

  private void addCompanion(Node node) {
    NodeId own = NodeId.parse(node.id());
    Address subject = own.subject();
    for (String id : node.after()) {
      Address before = Address.of(id);
      graph.order(id, node.id());
      graph.order(NodeId.text(before, Role.POSTCONDITION), node.id());
      if (own.role() == Role.MAIN || !before.equals(subject)) {
        graph.order(NodeId.text(before, Role.PROVISIONER), node.id());
      }
    }
    if (own.role() == Role.PRECONDITION) {
      if (DesiredState.isObject(subject)) {
        graph.orderKnown(node.id(), subject.text());
      } else {
        graph.order(node.id(), subject.text());
      }
    }
  }

  /**
   * A dependent waits for what it depends on, and for the old half only if that is deleted first.
   */
  private void addDependencies(List<Address> dependencies, String id) {
    for (Address dependency : dependencies) {
      for (Address address : changes.meaning(dependency)) {
        graph.order(address.text(), id);
        graph.order(NodeId.text(address, Role.POSTCONDITION), id);
        graph.order(NodeId.text(address, Role.PROVISIONER), id);
        String delete = NodeId.text(address, Role.DELETE);
        boolean isThere = !(graph.find(delete) instanceof Vertex.Gone);
        if (createBeforeDestroy.contains(address) && isThere) {
          graph.order(id, delete);
        }
      }
    }
    if (dependencies.isEmpty()) {
      return;
    }
    for (StateRecord old : state.deposed()) {
      boolean uses =
          dependencies.stream().anyMatch(on -> changes.meaning(on).contains(old.address().live()));
      if (uses) {
        graph.order(id, old.address().text());
      }
    }
  }
}
