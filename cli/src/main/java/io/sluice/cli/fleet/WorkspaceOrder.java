package io.sluice.cli.fleet;

import io.sluice.cli.terminal.Fault;
import io.sluice.planning.configuration.Neighbour;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Workspaces in an order in which each comes after those that it needs, the same for the same
 * workspaces.
 *
 * @param names in that order
 * @param before what each needs, of these workspaces alone
 */
public record WorkspaceOrder(List<String> names, SortedMap<String, SortedSet<String>> before) {
  public WorkspaceOrder {
    names = List.copyOf(names);
  }

  /** What one of them needs. */
  public SortedSet<String> before(String name) {
    return needs(before, name);
  }

  /** The same the other way: each comes after those that need it. */
  public WorkspaceOrder reversed() {
    SortedMap<String, SortedSet<String>> after = new TreeMap<>();
    before.forEach(
        (name, needs) ->
            needs.forEach(need -> after.computeIfAbsent(need, same -> new TreeSet<>()).add(name)));
    return new WorkspaceOrder(names.reversed(), after);
  }

  private static SortedSet<String> needs(SortedMap<String, SortedSet<String>> before, String name) {
    return before.getOrDefault(name, Collections.emptySortedSet());
  }

  /** Refuses workspaces that need each other, and names the circle. */
  public static WorkspaceOrder of(Map<String, List<Neighbour>> neighbours) {
    SortedMap<String, SortedSet<String>> before = new TreeMap<>();
    neighbours.forEach(
        (name, after) -> {
          SortedSet<String> needs = before.computeIfAbsent(name, same -> new TreeSet<>());
          after.stream()
              .map(Neighbour::workspace)
              .filter(neighbours::containsKey)
              .forEach(needs::add);
        });
    Set<String> names = placed(before);
    if (names.size() < before.size()) {
      throw circle(before, neighbours, names);
    }
    return new WorkspaceOrder(List.copyOf(names), before);
  }

  /** The first by name of those that wait for nobody, again and again. */
  private static Set<String> placed(SortedMap<String, SortedSet<String>> before) {
    Map<String, Integer> missing = new HashMap<>();
    Map<String, List<String>> after = new HashMap<>();
    before.forEach(
        (name, needs) -> {
          missing.put(name, needs.size());
          needs.forEach(need -> after.computeIfAbsent(need, same -> new ArrayList<>()).add(name));
        });
    TreeSet<String> free = new TreeSet<>();
    missing.forEach(
        (name, count) -> {
          if (count == 0) {
            free.add(name);
          }
        });
    Set<String> placed = new LinkedHashSet<>();
    while (!free.isEmpty()) {
      String next = free.removeFirst();
      placed.add(next);
      for (String name : after.getOrDefault(next, List.of())) {
        if (missing.merge(name, -1, Integer::sum) == 0) {
          free.add(name);
        }
      }
    }
    return placed;
  }

  /** Whoever is left needs somebody who is left: following that comes back to where it was. */
  private static Fault circle(
      SortedMap<String, SortedSet<String>> before,
      Map<String, List<Neighbour>> neighbours,
      Set<String> placed) {
    List<String> path = new ArrayList<>();
    String at =
        before.keySet().stream().filter(name -> !placed.contains(name)).findFirst().orElseThrow();
    while (!path.contains(at)) {
      path.add(at);
      at =
          needs(before, at).stream()
              .filter(name -> !placed.contains(name))
              .findFirst()
              .orElseThrow();
    }
    List<String> circle = new ArrayList<>(path.subList(path.indexOf(at), path.size()));
    circle.add(at);
    StringBuilder reasons = new StringBuilder();
    for (int i = 0; i + 1 < circle.size(); i++) {
      String to = circle.get(i + 1);
      String why =
          neighbours.getOrDefault(circle.get(i), List.of()).stream()
              .filter(neighbour -> neighbour.workspace().equals(to))
              .map(Neighbour::why)
              .findFirst()
              .orElse("");
      reasons.append("\n  %s comes after %s: %s".formatted(circle.get(i), to, why));
    }
    return Fault.of(
        "Cycle: " + String.join(" -> ", circle),
        "These workspaces need each other, so none can come first:" + reasons,
        "Remove one of these.");
  }
}
