package io.sluice.cli.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is drawn: boxes by their names, and for each what it waits for.
 *
 * @param waits from a box to those before it; both ends are boxes
 */
public record Drawing(SortedMap<String, Box> boxes, SortedMap<String, SortedSet<String>> waits) {
  /** Boxes beyond these are too many to look for detours among. */
  private static final int MOST_TIDIED = 4_000;

  /**
   * One box.
   *
   * @param note a word below the name: the type, the action, the status
   */
  public record Box(String name, String note, Tone tone) {}

  /** What a box is about; a colour in a picture. */
  public enum Tone {
    PLAIN("to be done", "#7c8aa0"),
    WAITING("waiting", "#9aa4b2"),
    RUNNING("running", "#0969da"),
    DONE("done", "#2da44e"),
    FAILED("failed", "#cf222e"),
    SKIPPED("skipped", "#bc8c5a"),
    DOUBT("in doubt", "#d4a72c");

    private final String words;
    private final String colour;

    Tone(String words, String colour) {
      this.words = words;
      this.colour = colour;
    }

    public String words() {
      return words;
    }

    String colour() {
      return colour;
    }
  }

  /** Arrows whose other end is no box are left out, and so are those that a longer way implies. */
  public static Drawing of(Collection<Box> boxes, Map<String, ? extends Collection<String>> waits) {
    SortedMap<String, Box> byName = new TreeMap<>();
    boxes.forEach(box -> byName.put(box.name(), box));
    SortedMap<String, SortedSet<String>> kept = new TreeMap<>();
    for (String name : byName.keySet()) {
      SortedSet<String> before =
          new TreeSet<>(waits.containsKey(name) ? waits.get(name) : Set.of());
      before.retainAll(byName.keySet());
      before.remove(name);
      kept.put(name, before);
    }
    return new Drawing(byName, byName.size() > MOST_TIDIED ? kept : tidied(kept));
  }

  private static SortedMap<String, SortedSet<String>> tidied(
      SortedMap<String, SortedSet<String>> waits) {
    Map<String, Set<String>> behind = new HashMap<>();
    for (String name : waits.keySet()) {
      reach(name, waits, behind);
    }
    SortedMap<String, SortedSet<String>> tidy = new TreeMap<>();
    waits.forEach(
        (name, before) -> {
          SortedSet<String> direct = new TreeSet<>(before);
          for (String other : before) {
            direct.removeAll(behind.getOrDefault(other, Set.of()));
          }
          // In a ring each is behind the other: then nothing is a detour.
          tidy.put(name, direct.isEmpty() ? before : direct);
        });
    return tidy;
  }

  /** All that is behind a box, found without recursion: chains are long. */
  private static void reach(
      String start, Map<String, SortedSet<String>> waits, Map<String, Set<String>> behind) {
    Deque<String> stack = new ArrayDeque<>(List.of(start));
    Set<String> open = new HashSet<>();
    while (!stack.isEmpty()) {
      String name = stack.peek();
      if (behind.containsKey(name)) {
        stack.pop();
        continue;
      }
      if (open.add(name)) {
        for (String next : waits.getOrDefault(name, new TreeSet<>())) {
          if (!behind.containsKey(next) && !open.contains(next)) {
            stack.push(next);
          }
        }
        continue;
      }
      stack.pop();
      Set<String> all = new HashSet<>();
      for (String next : waits.getOrDefault(name, new TreeSet<>())) {
        all.add(next);
        all.addAll(behind.getOrDefault(next, Set.of()));
      }
      behind.put(name, all);
    }
  }

  /** The tones to be explained; none where all boxes have the same that says nothing. */
  SortedSet<Tone> legend() {
    SortedSet<Tone> tones = new TreeSet<>();
    boxes.values().forEach(box -> tones.add(box.tone()));
    return tones.equals(Set.of(Tone.PLAIN)) ? new TreeSet<>() : tones;
  }

  /** Each arrow as the one that waits, then the one that it waits for. */
  public List<Arrow> arrows() {
    List<Arrow> arrows = new ArrayList<>();
    waits.forEach((name, before) -> before.forEach(other -> arrows.add(new Arrow(name, other))));
    return arrows;
  }

  /** {@code waiting} begins only after {@code first}. */
  public record Arrow(String waiting, String first) {}
}
