package io.sluice.cli.fleet;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.plan.ConfigurationPlanning.Drawn;
import io.sluice.cli.terminal.Fault;
import io.sluice.model.Action;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.planning.configuration.Neighbour;
import io.sluice.planning.configuration.desired.Outputs;
import io.sluice.planning.configuration.values.Upstream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Plans workspaces one after the other, each on what the plans before it leave of their outputs.
 */
public final class FleetPlanning {
  private final Map<String, Member> members;
  private final Optional<Deployment> deployment;
  private final boolean reads;
  private final RunKind kind;
  private final RunOptions options;
  private final Map<String, FleetPlan.Part> parts = new LinkedHashMap<>();
  private Upstream upstream = Upstream.NONE;

  private FleetPlanning(
      Map<String, Member> members,
      Optional<Deployment> deployment,
      boolean reads,
      RunKind kind,
      RunOptions options) {
    this.members = members;
    this.deployment = deployment;
    this.reads = reads;
    this.kind = kind;
    this.options = options;
  }

  /** The order of the workspaces, by what their configurations say and read. */
  public static WorkspaceOrder order(Map<String, Member> members) {
    Map<String, List<Neighbour>> neighbours = new TreeMap<>();
    members.forEach((name, member) -> neighbours.put(name, member.planning().neighbours()));
    return WorkspaceOrder.of(neighbours);
  }

  /**
   * @param deployment empty where nothing was ever recorded
   * @param reads whether workers may read objects and data sources first
   * @param kind to apply them, or to destroy them, which goes the other way
   * @param explained turns what was thrown into what people are told
   */
  public static FleetPlan of(
      Map<String, Member> members,
      Optional<Deployment> deployment,
      boolean reads,
      RunKind kind,
      RunOptions options,
      Function<RuntimeException, Fault> explained) {
    WorkspaceOrder applied = order(members);
    WorkspaceOrder order = kind == RunKind.DESTROY ? applied.reversed() : applied;
    FleetPlanning planning = new FleetPlanning(members, deployment, reads, kind, options);
    order.names().forEach(name -> planning.add(name, order.before(name), explained));
    return new FleetPlan(kind, order, planning.parts);
  }

  private void add(
      String name, SortedSet<String> before, Function<RuntimeException, Fault> explained) {
    Member member = Objects.requireNonNull(members.get(name));
    Optional<String> missing =
        before.stream().filter(each -> !(parts.get(each) instanceof FleetPlan.Planned)).findFirst();
    if (missing.isPresent()) {
      parts.put(name, new FleetPlan.Skipped(member, missing.get()));
      return;
    }
    try {
      parts.put(name, planned(member, before));
    } catch (RuntimeException e) {
      parts.put(name, FleetPlan.Faulty.of(member, explained.apply(e)));
    }
  }

  private FleetPlan.Planned planned(Member member, SortedSet<String> before) {
    if (kind == RunKind.APPLY) {
      member.planning().below(upstream);
    }
    if (reads && deployment.isPresent()) {
      Deployment working = deployment.get();
      if (member.planning().mustRead(member.planning().state(working), kind, options)) {
        member.planning().read(working, options);
      }
    }
    Drawn drawn = member.planning().draw(deployment, kind, options);
    if (kind == RunKind.DESTROY) {
      return new FleetPlan.Planned(member, drawn, false);
    }
    boolean open = before.stream().anyMatch(upstream::isOpen);
    upstream = upstream.with(member.workspace(), outputs(member, drawn));
    return new FleetPlan.Planned(member, drawn, open);
  }

  /** What state has, and what the plan makes of it. */
  private SortedMap<String, Upstream.Output> outputs(Member member, Drawn drawn) {
    SortedMap<String, Upstream.Output> outputs = new TreeMap<>();
    Snapshot state =
        deployment
            .map(member.planning()::state)
            .orElseGet(() -> Snapshot.empty(member.workspace()));
    Outputs.of(state)
        .forEach(
            (name, output) ->
                outputs.put(name, new Upstream.Output(output.value(), output.sensitive())));
    drawn
        .plan()
        .outputs()
        .forEach(
            (name, change) -> {
              if (change.action() == Action.DELETE || change.after() == null) {
                outputs.remove(name);
              } else {
                outputs.put(name, new Upstream.Output(change.after(), change.sensitive()));
              }
            });
    return outputs;
  }
}
