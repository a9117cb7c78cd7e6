package io.sluice.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.DoubtText;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.plan.PlanText;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.cli.render.plan.ShownHeld;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.message.InboxMessage.Held;
import io.sluice.model.plan.Node;
import io.sluice.planning.graph.Plan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a plan leaves alone because of what is in doubt, with who left it so. */
public final class HeldNodes {
  private HeldNodes() {}

  public static List<ShownHeld> of(Plan plan, Optional<Deployment> deployment, String workspace) {
    Map<String, Address> addresses = new HashMap<>();
    for (Node node : plan.nodes()) {
      addresses.put(node.id(), node.address());
    }
    Map<Address, String> reasons = new LinkedHashMap<>();
    for (Held held : plan.held()) {
      Address address = addresses.get(held.node());
      if (address != null) {
        reasons.putIfAbsent(address.live(), held.reason());
      }
    }
    return shown(reasons, deployment, workspace);
  }

  /** As a saved plan has them: {@code [{node, reason}]}. */
  public static List<ShownHeld> of(
      JsonNode saved, Optional<Deployment> deployment, String workspace) {
    Map<Address, String> reasons = new LinkedHashMap<>();
    for (JsonNode held : saved) {
      Address address = new Address(held.path("node").asText()).live();
      reasons.putIfAbsent(address, held.path("reason").asText());
    }
    return shown(reasons, deployment, workspace);
  }

  private static List<ShownHeld> shown(
      Map<Address, String> reasons, Optional<Deployment> deployment, String workspace) {
    if (reasons.isEmpty()) {
      return List.of();
    }
    Map<String, DoubtText.Doubt> doubts = new HashMap<>();
    deployment
        .map(asked -> DoubtText.of(asked.query().locks(workspace)))
        .orElse(List.of())
        .forEach(doubt -> doubts.put(doubt.address(), doubt));
    List<ShownHeld> shown = new ArrayList<>();
    reasons.forEach(
        (address, why) ->
            shown.add(
                new ShownHeld(address, why, Optional.ofNullable(doubts.get(address.text())))));
    return shown;
  }

  /** For programs, one line each. */
  public static void tell(Invocation invocation, List<ShownHeld> held) {
    for (ShownHeld one : held) {
      var line = JsonLine.of("planned_held", Instant.now());
      line.put("address", one.address().text()).put("reason", one.why());
      one.doubt().ifPresent(doubt -> line.put("run", doubt.run()).put("node", doubt.node()));
      invocation.terminal().out().println(line);
    }
  }

  /** Fails if every change of the plan has to wait for a doubt to be resolved. */
  public static void requireSomethingElse(
      List<ShownHeld> held, List<ShownChange> changes, boolean steps) {
    boolean any =
        PlanText.without(held, changes).stream()
            .anyMatch(
                change ->
                    change.previous() != null
                        || (change.action() != Action.NOOP && change.action() != Action.READ));
    if (!held.isEmpty() && !any && !steps) {
      throw Fault.of(
          "Nothing can change until what is in doubt is resolved",
          held.size() + " changes wait for that, and there are no others.",
          "Resolve it with the commands above, then run this again.");
    }
  }
}
