package io.sluice.cli.graph;

/**
 * The language of Graphviz, with arrows as Terraform draws them: to what is needed. A module is a
 * box around what is in it.
 */
public final class Dot {
  private final Drawing drawing;
  private final StringBuilder out = new StringBuilder();
  private int clusters;

  private Dot(Drawing drawing) {
    this.drawing = drawing;
  }

  public static String of(Drawing drawing) {
    return new Dot(drawing).text();
  }

  private String text() {
    out.append("digraph G {\n");
    out.append("  rankdir = \"RL\";\n");
    out.append("  node [shape = rect, fontname = \"sans-serif\"];\n");
    module(ModuleBox.root(drawing), "  ");
    for (Drawing.Arrow arrow : drawing.arrows()) {
      out.append("  ").append(quoted(arrow.waiting()));
      out.append(" -> ").append(quoted(arrow.first())).append(";\n");
    }
    legend();
    return out.append("}\n").toString();
  }

  private void module(ModuleBox module, String indent) {
    module.boxes().forEach(box -> box(box, indent));
    for (ModuleBox inner : module.inner().values()) {
      out.append(indent).append("subgraph cluster_").append(clusters++).append(" {\n");
      out.append(indent).append("  label = ").append(quoted(inner.path())).append(";\n");
      out.append(indent).append("  style = \"rounded\";\n");
      module(inner, indent + "  ");
      out.append(indent).append("}\n");
    }
  }

  private void box(Drawing.Box box, String indent) {
    out.append(indent).append(quoted(box.name()));
    out.append(" [label=").append(quoted(box.name()));
    if (box.tone() != Drawing.Tone.PLAIN) {
      out.append(", color=").append(quoted(box.tone().colour()));
      out.append(", tooltip=").append(quoted(box.tone().words()));
    }
    out.append("];\n");
  }

  private void legend() {
    if (drawing.legend().isEmpty()) {
      return;
    }
    out.append("  subgraph cluster_legend {\n    label = \"Legend\";\n");
    for (Drawing.Tone tone : drawing.legend()) {
      out.append("    ").append(quoted("(" + tone.words() + ")"));
      out.append(" [label=").append(quoted(tone.words()));
      out.append(", color=").append(quoted(tone.colour())).append("];\n");
    }
    out.append("  }\n");
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
