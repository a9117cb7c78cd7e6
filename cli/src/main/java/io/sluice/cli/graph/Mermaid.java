package io.sluice.cli.graph;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/** A flow chart that Markdown readers draw: arrows in the order in which things happen. */
public final class Mermaid {
  private Mermaid() {}

  public static String of(Drawing drawing) {
    StringBuilder out = new StringBuilder("flowchart LR\n");
    Map<String, String> ids = new HashMap<>();
    EnumSet<Drawing.Tone> tones = EnumSet.noneOf(Drawing.Tone.class);
    for (Drawing.Box box : drawing.boxes().values()) {
      String id = "n" + ids.size();
      ids.put(box.name(), id);
      tones.add(box.tone());
      out.append("  ").append(id).append("[\"").append(escaped(box.name())).append("\"]");
      out.append(":::").append(word(box.tone())).append('\n');
    }
    for (Drawing.Arrow arrow : drawing.arrows()) {
      out.append("  ").append(ids.get(arrow.first()));
      out.append(" --> ").append(ids.get(arrow.waiting())).append('\n');
    }
    for (Drawing.Tone tone : tones) {
      out.append("  classDef ").append(word(tone));
      out.append(" stroke:").append(tone.colour()).append(",stroke-width:2px\n");
    }
    return out.toString();
  }

  private static String word(Drawing.Tone tone) {
    return tone.words().replace(' ', '-');
  }

  private static String escaped(String text) {
    return text.replace("#", "#35;").replace("\"", "#quot;").replace("<", "#lt;");
  }
}
