package io.sluice.cli.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * The nodes of one run of a workload, each with what it depends on; pure, so that the same
 * arguments always give the same document.
 *
 * @param frame nodes that belong to the shape and are not counted as tasks
 */
public record Workload(List<Vertex> vertices, int frame, int sleepMillis) {
  private static final int LAYERS = 20;
  private static final int[] FLEET_LAYERS = {1, 3, 5, 7, 5, 3, 1};

  /** One node; in a chain it takes the output of the one before. */
  public record Vertex(String name, List<String> after, boolean takesOutput) {
    String id() {
      return "bench_task." + name;
    }
  }

  /** The shapes that there are. */
  public enum Shape {
    FAN_OUT("fan-out", 5_000, 1),
    CHAIN("chain", 200, 1),
    LAYERS("layers", 5_000, 1),
    FLEET("fleet", 25, 100);

    private final String word;
    private final int usualTasks;
    private final int usualRuns;

    Shape(String word, int usualTasks, int usualRuns) {
      this.word = word;
      this.usualTasks = usualTasks;
      this.usualRuns = usualRuns;
    }

    String word() {
      return word;
    }

    int usualTasks() {
      return usualTasks;
    }

    int usualRuns() {
      return usualRuns;
    }

    /** One run of this shape with so many tasks. */
    Workload of(int tasks, int sleepMillis) {
      return switch (this) {
        case FAN_OUT -> fanOut(tasks, sleepMillis);
        case CHAIN -> chain(tasks, sleepMillis);
        case LAYERS -> layers(tasks, sleepMillis);
        case FLEET -> fleet(sleepMillis);
      };
    }
  }

  /** What is counted. */
  int tasks() {
    return vertices.size() - frame;
  }

  private static Workload fanOut(int leaves, int sleepMillis) {
    List<Vertex> vertices = new ArrayList<>();
    vertices.add(new Vertex("root", List.of(), false));
    List<String> names = new ArrayList<>();
    for (int i = 0; i < leaves; i++) {
      names.add("leaf" + i);
      vertices.add(new Vertex("leaf" + i, List.of("root"), false));
    }
    vertices.add(new Vertex("join", names, false));
    return new Workload(vertices, 2, sleepMillis);
  }

  private static Workload chain(int length, int sleepMillis) {
    List<Vertex> vertices = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      vertices.add(new Vertex("link" + i, i == 0 ? List.of() : List.of("link" + (i - 1)), i > 0));
    }
    return new Workload(vertices, 0, sleepMillis);
  }

  private static Workload layers(int tasks, int sleepMillis) {
    List<Vertex> vertices = new ArrayList<>();
    int below = 0;
    for (int layer = 0; layer < LAYERS; layer++) {
      int width = tasks / LAYERS + (layer < tasks % LAYERS ? 1 : 0);
      for (int i = 0; i < width; i++) {
        List<String> after = new ArrayList<>();
        if (below > 0) {
          for (int step : new int[] {0, 1, 37}) {
            String name = "n" + (layer - 1) + "x" + (i + step) % below;
            if (!after.contains(name)) {
              after.add(name);
            }
          }
        }
        vertices.add(new Vertex("n" + layer + "x" + i, after, false));
      }
      below = width;
    }
    return new Workload(vertices, 0, sleepMillis);
  }

  private static Workload fleet(int sleepMillis) {
    List<Vertex> vertices = new ArrayList<>();
    List<String> below = List.of();
    for (int layer = 0; layer < FLEET_LAYERS.length; layer++) {
      List<String> names = new ArrayList<>();
      for (int i = 0; i < FLEET_LAYERS[layer]; i++) {
        names.add("n" + layer + "x" + i);
        vertices.add(new Vertex("n" + layer + "x" + i, below, false));
      }
      below = names;
    }
    return new Workload(vertices, 0, sleepMillis);
  }

  /** The plan document for a workspace. */
  byte[] document(String workspace) {
    boolean references = vertices.stream().anyMatch(Vertex::takesOutput);
    ObjectNode document =
        Json.object().put("schema_version", references ? 2 : 1).put("workspace", workspace);
    ArrayNode resources = document.putArray("resources");
    for (Vertex vertex : vertices) {
      ObjectNode resource =
          resources.addObject().put("name", vertex.name()).put("type", "bench_task");
      ObjectNode config = resource.putObject("config");
      if (vertex.takesOutput()) {
        config.put("input", "${" + vertex.after().getFirst() + ".output}");
      } else {
        config.put("input", 0);
        ArrayNode after = resource.putArray("depends_on");
        vertex.after().forEach(after::add);
      }
      if (sleepMillis > 0) {
        config.put("sleep_ms", sleepMillis);
      }
    }
    return Json.encode(document);
  }

  /** A document that deletes all that a workspace holds. */
  static byte[] nothing(String workspace) {
    ObjectNode document = Json.object().put("schema_version", 1).put("workspace", workspace);
    document.putArray("resources");
    return Json.encode(document);
  }
}
