package io.sluice.cli.graph;

/** The language of Graphviz, with arrows as Terraform draws them: to what is needed. */
public final class Dot {
  private Dot() {}

  public static String of(Drawing drawing) {
    StringBuilder out = new StringBuilder("digraph G {\n");
    out.append("  rankdir = \"RL\";\n");
    out.append("  node [shape = rect, fontname = \"sans-serif\"];\n");
    drawing
        .boxes()
        .values()
        .forEach(
            box -> {
              out.append("  ").append(quoted(box.name()));
              out.append(" [label=").append(quoted(box.name()));
              if (box.tone() != Drawing.Tone.PLAIN) {
                out.append(", color=").append(quoted(box.tone().colour()));
                out.append(", tooltip=").append(quoted(box.tone().words()));
              }
              out.append("];\n");
            });
    for (Drawing.Arrow arrow : drawing.arrows()) {
      out.append("  ").append(quoted(arrow.waiting()));
      out.append(" -> ").append(quoted(arrow.first())).append(";\n");
    }
    return out.append("}\n").toString();
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
