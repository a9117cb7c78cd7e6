package io.sluice.language.oracle;

import java.util.ArrayList;
import java.util.List;

/** What a program said to an expression: a value as printed, or errors. */
record Answer(String value, List<Fault> faults) {
  /** An error; the detail with every run of blanks as one, since consoles wrap it. */
  record Fault(String summary, String detail) {
    Fault {
      detail = detail.replaceAll("\\s+", " ").strip();
    }
  }

  Answer {
    // Sluice tells each fault once.
    faults = faults.stream().distinct().toList();
  }

  static Answer of(String value) {
    return new Answer(value, List.of());
  }

  static Answer failed(List<Fault> faults) {
    return new Answer("", faults);
  }

  /** Reads what the console printed. */
  static Answer parse(String printed) {
    String plain = printed.replaceAll("\u001b\\[[0-9;]*m", "").stripTrailing();
    if (!plain.contains("╷")) {
      return of(plain.replaceAll("^\\n+", ""));
    }
    List<Fault> faults = new ArrayList<>();
    String summary = "";
    StringBuilder detail = new StringBuilder();
    boolean source = false;
    for (String line : plain.split("\n")) {
      String text = line.startsWith("│ ") ? line.substring(2) : line.equals("│") ? "" : line;
      if (line.startsWith("╷")) {
        summary = "";
        detail.setLength(0);
        source = false;
      } else if (line.startsWith("╵")) {
        faults.add(new Fault(summary, detail.toString()));
      } else if (text.startsWith("Error: ") && summary.isEmpty()) {
        summary = text.substring("Error: ".length());
      } else if (text.startsWith("  on <console-input>")) {
        source = true;
      } else if (source && (text.startsWith("  ") || text.startsWith("    "))) {
        // The source line and the values in it: not what is compared.
      } else {
        source = source && !text.isEmpty();
        detail.append(text).append('\n');
      }
    }
    return failed(faults);
  }
}
