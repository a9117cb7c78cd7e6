package io.sluice.cli.graph;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * A flow chart that Markdown readers draw: arrows in the order in which things happen, and a box
 * around what is in a module.
 */
public final class Mermaid {
  private final Drawing drawing;
  private final StringBuilder out = new StringBuilder("flowchart LR\n");
  private final Map<String, String> ids = new HashMap<>();
  private int modules;

  private Mermaid(Drawing drawing) {
    this.drawing = drawing;
  }

  public static String of(Drawing drawing) {
    return new Mermaid(drawing).text();
  }

  private String text() {
    module(ModuleBox.root(drawing), "  ");
    for (Drawing.Arrow arrow : drawing.arrows()) {
      out.append("  ").append(ids.get(arrow.first()));
      out.append(" --> ").append(ids.get(arrow.waiting())).append('\n');
    }
    legend();
    TreeSet<Drawing.Tone> tones = new TreeSet<>();
    drawing.boxes().values().forEach(box -> tones.add(box.tone()));
    for (Drawing.Tone tone : tones) {
      out.append("  classDef ").append(word(tone));
      out.append(" stroke:").append(tone.colour()).append(",stroke-width:2px\n");
    }
    return out.toString();
  }

  private void module(ModuleBox module, String indent) {
    for (Drawing.Box box : module.boxes()) {
      String id = "n" + ids.size();
      ids.put(box.name(), id);
      box(id, box.name(), box.tone(), indent);
    }
    for (ModuleBox inner : module.inner().values()) {
      out.append(indent).append("subgraph m").append(modules++);
      out.append("[\"").append(escaped(inner.path())).append("\"]\n");
      module(inner, indent + "  ");
      out.append(indent).append("end\n");
    }
  }

  private void box(String id, String name, Drawing.Tone tone, String indent) {
    out.append(indent).append(id).append("[\"").append(escaped(name)).append("\"]");
    out.append(":::").append(word(tone)).append('\n');
  }

  private void legend() {
    if (drawing.legend().isEmpty()) {
      return;
    }
    out.append("  subgraph legend[\"Legend\"]\n");
    for (Drawing.Tone tone : drawing.legend()) {
      box("l" + tone.ordinal(), tone.words(), tone, "    ");
    }
    out.append("  end\n");
  }

  private static String word(Drawing.Tone tone) {
    return tone.words().replace(' ', '-');
  }

  private static String escaped(String text) {
    return text.replace("#", "#35;").replace("\"", "#quot;").replace("<", "#lt;");
  }
}
