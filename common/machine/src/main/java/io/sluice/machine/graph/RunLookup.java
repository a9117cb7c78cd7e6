package io.sluice.machine.graph;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.task.Lookup;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.plan.Node;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What this run has committed is in state; only steps keep their outputs in the run. */
record RunLookup(WorkspaceView state, RunState run) implements Lookup {
  @Override
  public Optional<StateRecord> record(Address address) {
    return state.record(address);
  }

  @Override
  public Optional<JsonNode> stepOutputs(Address step) {
    NodeEntry entry = run.find(step.text());
    return entry != null && entry.state instanceof NodeState.Succeeded succeeded
        ? Optional.ofNullable(succeeded.outputs())
        : Optional.empty();
  }

  /** What it is made of by now, without the surplus that goes once nothing needs it. */
  @Override
  public Optional<Instances> instances(Address block) {
    NodeEntry placeholder = run.planned(block.text());
    List<PlanPart> parts = run.expansion(block.text());
    if (placeholder == null || parts.isEmpty()) {
      return Optional.empty();
    }
    Set<Address> made = new TreeSet<>();
    Set<Address> gone = new HashSet<>();
    for (PlanPart part : parts) {
      for (Node node : part.nodes()) {
        (node.action() == Action.DELETE ? gone : made).add(node.address());
      }
    }
    gone.removeAll(made);
    String prefix = block.text().substring(0, block.text().length() - "*]".length());
    if (placeholder.planned().config().path("counted").asBoolean()) {
      return Optional.of(new Instances(true, counted(prefix, made, gone)));
    }
    for (StateRecord record : state.allRecords()) {
      Address address = record.address();
      if (address.text().startsWith(prefix) && !address.isDeposed() && !gone.contains(address)) {
        made.add(address);
      }
    }
    return Optional.of(new Instances(false, List.copyOf(made)));
  }

  @Override
  public boolean replaced(Address address) {
    NodeEntry entry = run.planned(address.text());
    return entry != null
        && entry.succeeded()
        && entry.planned().action() == Action.CREATE
        && entry.planned().pairedWith() != null;
  }

  private List<Address> counted(String prefix, Set<Address> made, Set<Address> gone) {
    List<Address> found = new ArrayList<>();
    while (true) {
      Address next = Address.of(prefix + found.size() + "]");
      if (gone.contains(next) || (!made.contains(next) && state.record(next).isEmpty())) {
        return found;
      }
      found.add(next);
    }
  }
}
