package io.sluice.machine.graph;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.task.Lookup;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
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
    return switch (entry == null ? null : entry.state) {
      case NodeState.Succeeded succeeded -> Optional.ofNullable(succeeded.outputs());
      case NodeState.Expanded expanded -> Optional.ofNullable(expanded.outputs());
      case null, default -> Optional.empty();
    };
  }

  /**
   * The instances of a block so far, without surplus ones, which are deleted once nothing needs
   * them.
   */
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
        boolean goes = node.action() == Action.DELETE || node.action() == Action.FORGET;
        (goes ? gone : made).add(node.address());
      }
    }
    gone.removeAll(made);
    if (EveryInstance.isLate(block)) {
      return Optional.of(new Instances(false, late(block, made, gone)));
    }
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

  private List<Address> late(Address every, Set<Address> made, Set<Address> gone) {
    Set<Address> found = new TreeSet<>();
    for (Address address : made) {
      if (EveryInstance.covers(every, address)) {
        found.add(address);
      }
    }
    for (StateRecord record : state.allRecords()) {
      Address address = record.address();
      boolean is = address.equals(address.live()) && EveryInstance.covers(every, address);
      if (is && !gone.contains(address)) {
        found.add(address);
      }
    }
    return List.copyOf(found);
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
