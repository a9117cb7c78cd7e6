package io.sluice.cli.render.run;

import io.sluice.cli.render.Durations;
import io.sluice.cli.render.NaturalOrder;
import io.sluice.cli.render.NodeText;
import io.sluice.cli.render.Style;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.record.RecordKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A large run by its modules, for a terminal: what failed and what takes longest first, then how
 * far each module is. Events come in once each, in order.
 */
public final class ModuleProgress {
  /** Fewer nodes than these are read off the lines above. */
  private static final int LARGE = 20;

  private static final int SLOWEST = 3;
  private static final int FAILED = 3;
  private static final int LEAST_ROOM = 4;
  private static final String ROOT = "(root)";

  /** How far one module is. */
  private static final class Module {
    private int expected;
    private int done;
    private int running;
    private int bad;

    private int total() {
      return Math.max(expected, done + running);
    }
  }

  private final Map<String, Module> modules = new TreeMap<>(NaturalOrder.TEXT);
  private final Map<String, Instant> running = new HashMap<>();
  private final List<String> bad = new ArrayList<>();
  private int nodes;

  /**
   * @param expected the addresses that the run will act on; none where that is not known
   */
  public ModuleProgress(Collection<String> expected) {
    expected.forEach(address -> module(address).expected++);
    nodes = expected.size();
  }

  public void accept(Event event) {
    String node = event.node();
    if (node == null || isAside(node)) {
      return;
    }
    switch (event.kind()) {
      case NODE_STARTED -> begin(node, event.at());
      case NODE_SUCCEEDED -> end(node, false);
      case NODE_FAILED, NODE_IN_DOUBT, NODE_SKIPPED -> {
        if (bad.size() < FAILED && event.kind() != EventKind.NODE_SKIPPED) {
          bad.add(node);
        }
        end(node, true);
      }
      case NODE_RETRYING, NODE_DEFERRED, NODE_RECOVERING -> stop(node);
      default -> {}
    }
  }

  private void begin(String node, Instant at) {
    if (running.put(node, at) == null) {
      module(node).running++;
    }
  }

  private boolean stop(String node) {
    @Nullable Instant was = running.remove(node);
    if (was != null) {
      module(node).running--;
    }
    return was != null;
  }

  private void end(String node, boolean failed) {
    stop(node);
    Module module = module(node);
    module.done++;
    module.bad += failed ? 1 : 0;
  }

  /** Checks, and the outputs, belong to no module that a person counts. */
  private static boolean isAside(String node) {
    return node.equals(RecordKeys.OUTPUTS) || NodeId.role(node) != NodeId.Role.MAIN;
  }

  private Module module(String node) {
    String calls = new Address(node).calls();
    String name = calls.isEmpty() ? ROOT : calls.substring(0, calls.length() - 1);
    return modules.computeIfAbsent(name, none -> new Module());
  }

  /**
   * What is shown below the line of the whole run.
   *
   * @param room how many lines there are for it
   */
  public List<String> lines(RunProgress progress, int width, int room, Instant now, Style style) {
    if (Math.max(nodes, progress.total()) < LARGE || room < LEAST_ROOM || progress.total() == 0) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    bad.forEach(node -> lines.add(style.red(clip("  failed   " + NodeText.of(node), width))));
    running.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .limit(SLOWEST)
        .map(
            entry ->
                "  running  "
                    + NodeText.of(entry.getKey())
                    + " "
                    + Durations.of(Duration.between(entry.getValue(), now)))
        .forEach(line -> lines.add(style.dim(clip(line, width))));
    if (modules.size() > 1) {
      int left = Math.max(0, room - lines.size());
      List<Map.Entry<String, Module>> sorted =
          modules.entrySet().stream()
              .sorted(Comparator.comparingInt(ModuleProgress::rank))
              .toList();
      int shown = sorted.size() <= left ? sorted.size() : Math.max(0, left - 1);
      sorted.stream()
          .limit(shown)
          .forEach(entry -> lines.add(line(entry.getKey(), entry.getValue(), width, style)));
      if (shown < sorted.size() && left > 0) {
        lines.add(style.dim("  and " + (sorted.size() - shown) + " more modules"));
      }
    }
    return lines.subList(0, Math.min(lines.size(), room));
  }

  /** Modules with failures first, then those at work, those that wait, and those that are done. */
  private static int rank(Map.Entry<String, Module> entry) {
    Module module = entry.getValue();
    if (module.bad > 0) {
      return 0;
    }
    return module.running > 0 ? 1 : module.done < module.total() ? 2 : 3;
  }

  private static String line(String name, Module module, int width, Style style) {
    String text =
        "  "
            + name
            + ": "
            + module.done
            + " of "
            + module.total()
            + " done"
            + (module.running == 0 ? "" : ", " + module.running + " running")
            + (module.bad == 0 ? "" : ", " + module.bad + " failed or skipped");
    String clipped = clip(text, width);
    return module.bad > 0
        ? style.red(clipped)
        : module.done == module.total() ? style.green(clipped) : style.dim(clipped);
  }

  private static String clip(String text, int width) {
    return LiveLine.clip(text, width);
  }
}
