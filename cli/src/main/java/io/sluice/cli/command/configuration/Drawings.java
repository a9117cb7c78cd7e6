package io.sluice.cli.command.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.graph.Drawing;
import io.sluice.cli.graph.Drawing.Box;
import io.sluice.cli.graph.Drawing.Tone;
import io.sluice.cli.install.KnownProviders;
import io.sluice.cli.plan.LocalPlan;
import io.sluice.cli.plan.PlanFile;
import io.sluice.cli.plan.RunPlan;
import io.sluice.cli.render.NodeText;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.language.config.DependencyGraph;
import io.sluice.language.config.Module;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.NodeRecord;
import io.sluice.planning.Planning;
import io.sluice.planning.configuration.SavedPlan;
import io.sluice.provider.ProviderRegistry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jgrapht.Graph;
import org.jspecify.annotations.Nullable;

/** Makes drawings of what the command line can get at. */
final class Drawings {
  private Drawings() {}

  /** Resources and steps; what is between them (variables, locals, outputs) is passed through. */
  static Drawing of(Module root) {
    Map<String, Box> boxes = new TreeMap<>();
    boxes(root, boxes);
    Graph<String, DependencyGraph.Need> needs = DependencyGraph.of(root);
    Map<String, Collection<String>> waits = new TreeMap<>();
    for (String name : boxes.keySet()) {
      waits.put(name, boxesBefore(name, needs, boxes.keySet()));
    }
    return Drawing.of(boxes.values(), waits);
  }

  private static void boxes(Module module, Map<String, Box> boxes) {
    module
        .resources()
        .values()
        .forEach(
            resource -> {
              String name = module.prefix() + resource.name();
              boxes.put(name, new Box(name, resource.name().mode().block(), Tone.PLAIN));
            });
    module
        .steps()
        .values()
        .forEach(
            step -> {
              String name = module.prefix() + step.reference();
              boxes.put(name, new Box(name, "step", Tone.PLAIN));
            });
    module.children().values().forEach(child -> boxes(child, boxes));
  }

  private static Set<String> boxesBefore(
      String name, Graph<String, DependencyGraph.Need> needs, Set<String> boxes) {
    Set<String> found = new TreeSet<>();
    Set<String> seen = new HashSet<>(Set.of(name));
    Deque<String> next = new ArrayDeque<>(List.of(name));
    while (!next.isEmpty()) {
      for (DependencyGraph.Need need : needs.outgoingEdgesOf(next.pop())) {
        if (!seen.add(need.to())) {
          continue;
        }
        if (boxes.contains(need.to())) {
          found.add(need.to());
        } else {
          next.push(need.to());
        }
      }
    }
    return found;
  }

  /** A plan document as if nothing of it were there yet. */
  static Drawing of(Invocation invocation, PlanFile file) {
    Snapshot empty = Snapshot.empty(file.document().workspace());
    ProviderRegistry registry = KnownProviders.of(invocation);
    Planning.Document document =
        new Planning.Document(file.document(), RunKind.APPLY, RunOptions.DEFAULT, true, registry);
    return plain(LocalPlan.of(document, empty).plan().nodes());
  }

  /** A saved plan: what is done to what, in which order. */
  static Drawing of(SavedPlan plan) {
    List<Box> boxes = new ArrayList<>();
    Map<String, Collection<String>> waits = new TreeMap<>();
    for (JsonNode node : plan.shown().path("nodes")) {
      String id = node.path("id").asText();
      List<String> after = new ArrayList<>();
      node.path("after").forEach(before -> after.add(before.asText()));
      boxes.add(new Box(id, node.path("action").asText().toLowerCase(Locale.ROOT), Tone.PLAIN));
      waits.put(id, after);
    }
    return Drawing.of(boxes, waits);
  }

  private static Drawing plain(List<Node> nodes) {
    List<Box> boxes = new ArrayList<>();
    Map<String, Collection<String>> waits = new TreeMap<>();
    for (Node node : nodes) {
      boxes.add(new Box(node.id(), node.type(), Tone.PLAIN));
      waits.put(node.id(), node.after());
    }
    return Drawing.of(boxes, waits);
  }

  /** The nodes of a run, each with its status. */
  static Drawing of(KnownRun run, Optional<JsonNode> plan) {
    List<Node> nodes = plan.map(RunPlan::decoded).orElse(List.of());
    if (nodes.isEmpty()) {
      throw Fault.of(
          "Run " + run.run().run() + " has no plan",
          "It has not been planned yet.",
          "`sluice graph PLAN` draws a plan document, `sluice graph DIR` a configuration.");
    }
    List<Box> boxes = new ArrayList<>();
    Map<String, Collection<String>> waits = new TreeMap<>();
    for (Node node : nodes) {
      NodeRecord record = run.nodes().get(node.id());
      Tone tone = tone(record);
      String note = node.action().word() + ", " + tone.words();
      String name = NodeText.of(node.id());
      boxes.add(new Box(name, note, tone));
      waits.put(name, node.after().stream().map(NodeText::of).toList());
    }
    return Drawing.of(boxes, waits);
  }

  private static Tone tone(@Nullable NodeRecord record) {
    if (record == null) {
      return Tone.WAITING;
    }
    return switch (record.status()) {
      case PENDING, READY, WAITING -> Tone.WAITING;
      case DISPATCHED, STARTED, EXPANDED -> Tone.RUNNING;
      case SUCCEEDED -> Tone.DONE;
      case FAILED -> Tone.FAILED;
      case SKIPPED, CANCELLED -> Tone.SKIPPED;
      case IN_DOUBT -> Tone.DOUBT;
    };
  }
}
