package io.sluice.planning.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.machine.task.Lookup;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.task.TaskFactory;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import io.sluice.model.message.PlanRequest.ExpandNode;
import io.sluice.model.plan.Node;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.secret.Secrets;
import io.sluice.seal.Keyring;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Carries a plan out node after node, and expands what the run expands, through the one door. */
final class SmallRun implements Lookup {
  private static final Keyring KEYS = Keyring.of(new byte[32], "test");

  private final SmallWorkspace workspace;
  private final JsonNode document;
  private final Map<String, List<Node>> expansions = new LinkedHashMap<>();
  private final Map<String, JsonNode> outputs = new TreeMap<>();
  private final Set<String> finished = new HashSet<>();

  /** What was done, in order: the action and the node. */
  final List<String> done = new ArrayList<>();

  /** What is secret of outputs. */
  final Map<String, List<String>> sensitive = new HashMap<>();

  SmallRun(SmallWorkspace workspace, Path directory) {
    this.workspace = workspace;
    DirectorySource files = new DirectorySource(directory);
    Configuration loaded =
        Configuration.load(
                files,
                io.sluice.language.config.VariableSources.NONE,
                "default",
                "2026-01-02T03:04:05Z",
                SmallWorkspace.REGISTRY)
            .configuration();
    loaded.plan(
        new Configuration.PlanInputs(
            workspace.snapshot(),
            io.sluice.model.plan.RunKind.APPLY,
            io.sluice.model.plan.RunOptions.DEFAULT,
            Map.of()));
    document = loaded.bundle(files, ".", KEYS.sealer(), null, workspace.records.values()).toJson();
  }

  void apply(ConfigurationPlan plan) {
    List<Node> waiting = new ArrayList<>(plan.plan().nodes());
    List<Node> late = new ArrayList<>();
    while (!waiting.isEmpty()) {
      Node next =
          waiting.stream()
              .filter(node -> node.after().stream().allMatch(this::isDone))
              .findFirst()
              .orElseThrow(() -> new AssertionError("these wait for each other: " + waiting));
      waiting.remove(next);
      if (next.action() == Action.EXPAND) {
        List<Node> made = expanded(next);
        expansions.put(next.id(), made);
        for (Node node : made) {
          (node.action() == Action.DELETE && node.pairedWith() == null ? late : waiting).add(node);
        }
      } else if (next.action() != Action.NOOP) {
        workspace.apply(next, this);
      }
      done.add(next.action() + " " + next.id());
      finished.add(next.id());
    }
    for (Node node : late.reversed()) {
      workspace.apply(node, this);
      done.add(node.action() + " " + node.id());
    }
  }

  private boolean isDone(String id) {
    return finished.contains(id)
        && expansions.getOrDefault(id, List.of()).stream()
            .filter(node -> node.action() != Action.DELETE)
            .allMatch(node -> isDone(node.id()));
  }

  private List<Node> expanded(Node node) {
    Map<String, JsonNode> values =
        new TaskFactory(MachineSettings.DEFAULT)
            .values(node, this)
            .orElseThrow(() -> new AssertionError("no values for " + node));
    ExpandNode request =
        new ExpandNode(
            "run",
            "default",
            1,
            1,
            node,
            values,
            1,
            List.of(),
            0,
            EveryInstance.isLate(node.address()) ? document : null);
    return switch (Planning.of(
        new Planning.Instances(request, new Secrets(KEYS), SmallWorkspace.REGISTRY),
        workspace.snapshot(),
        Answers.AT_ONCE)) {
      case Planning.Drawn drawn -> {
        if (drawn.worth() != null) {
          outputs.put(node.id(), drawn.worth().value());
          sensitive.put(node.id(), drawn.worth().sensitive());
        }
        yield drawn.plan().nodes();
      }
      case Planning.Ask ask -> throw new AssertionError(ask.toString());
      case Planning.Refused refused -> throw new AssertionError(refused.reasons().toString());
    };
  }

  @Override
  public Optional<StateRecord> record(Address address) {
    return Optional.ofNullable(workspace.records.get(address));
  }

  @Override
  public Optional<JsonNode> stepOutputs(Address step) {
    return Optional.ofNullable(outputs.get(step.text()));
  }

  @Override
  public Optional<Instances> instances(Address block) {
    List<Node> made = expansions.get(block.text());
    if (made == null) {
      return Optional.empty();
    }
    Set<Address> gone = new HashSet<>();
    Set<Address> there = new TreeSet<>();
    for (Node node : made) {
      (node.action() == Action.DELETE ? gone : there).add(node.address());
    }
    gone.removeAll(there);
    workspace.records.keySet().stream()
        .filter(address -> EveryInstance.covers(block, address) && !gone.contains(address))
        .forEach(there::add);
    return Optional.of(
        new Instances(block.text().endsWith("[*]") && isCounted(there), there(there)));
  }

  private static boolean isCounted(Set<Address> there) {
    return there.stream().anyMatch(address -> !address.text().endsWith("\"]"));
  }

  private static List<Address> there(Set<Address> addresses) {
    return addresses.stream().filter(address -> !address.text().contains("#")).toList();
  }
}
