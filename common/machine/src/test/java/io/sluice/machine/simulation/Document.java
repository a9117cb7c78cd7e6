package io.sluice.machine.simulation;

import io.sluice.model.RepeatClass;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a run wants: resources in an order in which each depends on some before it. */
record Document(List<Resource> resources, List<String> targets) {
  /**
   * One resource.
   *
   * @param config a change of it is an update
   * @param generation a change of it is a replacement
   * @param count for a placeholder: how many instances the run will find out that it has
   */
  record Resource(
      String name,
      RepeatClass repeat,
      int config,
      int generation,
      boolean createFirst,
      List<String> after,
      @Nullable Integer count) {
    String address() {
      return "t." + name;
    }

    /** Done in each run anew, with nothing left in state. */
    boolean step() {
      return name.startsWith("step");
    }

    String node() {
      return count == null ? address() : address() + "[*]";
    }

    Resource changed(int newConfig, int newGeneration, @Nullable Integer newCount) {
      return new Resource(name, repeat, newConfig, newGeneration, createFirst, after, newCount);
    }
  }

  static Document random(Random random, int size) {
    List<Resource> resources = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      resources.add(resource(random, "r" + i, resources));
    }
    return new Document(resources, List.of());
  }

  Document evolved(Random random, int number) {
    List<Resource> next = new ArrayList<>();
    Set<String> gone = new HashSet<>();
    for (Resource resource : resources) {
      int dice = random.nextInt(10);
      boolean orphaned = resource.after().stream().anyMatch(gone::contains);
      if (dice == 0 || orphaned) {
        gone.add(resource.name());
      } else if (dice <= 3) {
        next.add(resource.changed(resource.config() + 1, resource.generation(), resource.count()));
      } else if (dice <= 5 && resource.count() == null) {
        next.add(resource.changed(resource.config(), resource.generation() + 1, null));
      } else if (resource.count() != null) {
        next.add(resource.changed(resource.config(), resource.generation(), random.nextInt(4)));
      } else {
        next.add(resource);
      }
    }
    if (random.nextBoolean()) {
      next.add(resource(random, "n" + number, next));
    }
    return new Document(next, List.of());
  }

  /** The same, for one resource only. */
  Document targeting(Random random) {
    if (resources.isEmpty()) {
      return this;
    }
    Resource resource = resources.get(random.nextInt(resources.size()));
    return new Document(resources, List.of(resource.address()));
  }

  private static Resource resource(Random random, String name, List<Resource> before) {
    List<String> after = new ArrayList<>();
    for (Resource other : before) {
      if (random.nextInt(3) == 0) {
        after.add(other.name());
      }
    }
    RepeatClass repeat = RepeatClass.values()[random.nextInt(RepeatClass.values().length)];
    boolean createFirst =
        random.nextBoolean() && repeat != RepeatClass.BY_NAME && repeat != RepeatClass.PURE;
    Integer count = random.nextInt(6) == 0 ? random.nextInt(4) : null;
    if (random.nextInt(10) == 0) {
      return new Resource("step-" + name, repeat, 0, 0, false, after, null);
    }
    return new Resource(name, repeat, 0, 0, createFirst && count == null, after, count);
  }
}
