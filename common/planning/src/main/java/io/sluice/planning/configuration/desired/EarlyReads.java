package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Module;
import io.sluice.language.config.Resource;
import io.sluice.language.config.ResourceMode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.decide.DesiredState;
import io.sluice.provider.Provider;
import io.sluice.provider.ProviderRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Data sources that are read before the plan: those that wait for nothing that is changed. */
public final class EarlyReads {
  private EarlyReads() {}

  /** Whether there are any that workers read: other providers are asked while planning. */
  public static boolean areIn(Module module, ProviderRegistry registry) {
    return module.resources().values().stream()
            .filter(resource -> resource.name().mode() == ResourceMode.DATA)
            .anyMatch(resource -> !plansItself(module, resource, registry))
        || module.children().values().stream().anyMatch(child -> areIn(child, registry));
  }

  private static boolean plansItself(Module module, Resource resource, ProviderRegistry registry) {
    return module
        .provider(resource.localProvider())
        .flatMap(source -> registry.real(source.toString()))
        .filter(Provider::plansItself)
        .filter(real -> !registry.isStoodInFor(module.prefix() + resource.name(), real))
        .isPresent();
  }

  /**
   * The reads that wait for nothing that is changed.
   *
   * @param companions dependencies first
   * @param unchanged resources that are as they are wanted
   */
  public static List<Node> of(List<Node> auxiliary, Set<String> unchanged) {
    Set<String> early = new HashSet<>();
    List<Node> reads = new ArrayList<>();
    for (Node node : auxiliary) {
      boolean knowable = Unknowns.in(node.config()).isEmpty() || !node.values().isEmpty();
      if (node.action() == Action.READ
          && node.plugin() == null
          && !node.address().equals(Outputs.ADDRESS)
          && knowable
          && node.after().stream().allMatch(id -> early.contains(id) || unchanged.contains(id))
          && node.values().stream().allMatch(v -> early.contains(v.address().text()))) {
        reads.add(marked(node, early));
        early.add(node.id());
      }
    }
    return reads;
  }

  private static Node marked(Node node, Set<String> early) {
    return node.withId(read(node.id()))
        .waitingFor(node.after().stream().filter(early::contains).map(EarlyReads::read).toList());
  }

  private static String read(String id) {
    return NodeId.text(Address.of(id), Role.READ);
  }

  /** What these runs have read, by the addresses of the data sources; sealed values are open. */
  public static Map<Address, JsonNode> found(Snapshot state, Set<String> runs) {
    Map<Address, JsonNode> found = new HashMap<>();
    for (StateRecord record : state.resources()) {
      if (!DesiredState.isObject(record.address())
          && !record.address().equals(Outputs.ADDRESS)
          && runs.contains(record.runId())) {
        found.put(record.address(), record.attributes());
      }
    }
    return found;
  }
}
