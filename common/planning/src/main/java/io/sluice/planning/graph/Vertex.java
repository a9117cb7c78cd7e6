package io.sluice.planning.graph;

import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.plan.Node;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.decide.Change;
import io.sluice.planning.decide.Decision;
import io.sluice.planning.document.LatePart;
import io.sluice.planning.document.Placeholder;
import io.sluice.provider.ProviderRegistry.Found;

/** A node before it is known which others it waits for. */
sealed interface Vertex {
  /** The id of its node: the address alone, unless the node has a role beside it. */
  default String id() {
    return address().text();
  }

  Address address();

  Action action();

  /** A resource of the document; nothing to do if its change is none. */
  record Wanted(Decision decision) implements Vertex {
    @Override
    public Address address() {
      return decision.resource().address();
    }

    @Override
    public Action action() {
      return switch (decision.change()) {
        case Change.Nothing nothing -> decision.action();
        case Change.Create create -> Action.CREATE;
        case Change.Update update -> Action.UPDATE;
        case Change.Replace replace -> Action.CREATE;
      };
    }
  }

  /** The record of an object that state does not hold yet, before the object is changed. */
  record Imported(Decision decision) implements Vertex {
    @Override
    public Address address() {
      return decision.resource().address();
    }

    @Override
    public String id() {
      return NodeId.text(address(), Role.IMPORT);
    }

    @Override
    public Action action() {
      return Action.IMPORT;
    }
  }

  /** The other half of a replace. */
  record OldHalf(Decision decision, StateRecord record) implements Vertex {
    @Override
    public Address address() {
      return record.address();
    }

    @Override
    public String id() {
      return NodeId.text(address(), Role.DELETE);
    }

    @Override
    public Action action() {
      return Action.DELETE;
    }
  }

  /** What the document no longer holds, and what an earlier replace left. */
  record Unwanted(StateRecord record, Found type) implements Vertex {
    @Override
    public Address address() {
      return record.address();
    }

    @Override
    public Action action() {
      return Action.DELETE;
    }
  }

  /** Everything else: data, steps, checks, outputs, imports. */
  record Companion(Node node) implements Vertex {
    @Override
    public Address address() {
      return node.address();
    }

    @Override
    public String id() {
      return node.id();
    }

    @Override
    public Action action() {
      return node.action();
    }
  }

  /** A record that goes without its object; {@code address} is where it is. */
  record Forgotten(Address address, StateRecord record) implements Vertex {
    @Override
    public Action action() {
      return Action.FORGET;
    }
  }

  /** The record of an object that was found to be gone; a new one is made after it, if any. */
  record Gone(StateRecord record) implements Vertex {
    @Override
    public Address address() {
      return record.address();
    }

    @Override
    public String id() {
      return NodeId.text(address(), Role.DELETE);
    }

    @Override
    public Action action() {
      return Action.FORGET;
    }
  }

  /** What the planner evaluates in the run. */
  record Late(LatePart part) implements Vertex {
    @Override
    public Address address() {
      return part.address();
    }

    @Override
    public Action action() {
      return Action.EXPAND;
    }
  }

  record Unexpanded(Placeholder placeholder) implements Vertex {
    @Override
    public Address address() {
      return placeholder.address();
    }

    @Override
    public Action action() {
      return Action.EXPAND;
    }
  }
}
