package io.sluice.cli.render;

import java.util.ArrayList;
import java.util.List;

/** Columns as wide as what is in them, the last one open to the right. */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... header) {
    rows.add(List.of(header));
  }

  public Table row(String... cells) {
    if (cells.length != rows.getFirst().size()) {
      throw new IllegalArgumentException("a row of " + cells.length + " cells does not fit");
    }
    rows.add(List.of(cells));
    return this;
  }

  public boolean isEmpty() {
    return rows.size() == 1;
  }

  public String text(Style style) {
    int columns = rows.getFirst().size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder out = new StringBuilder();
    for (int r = 0; r < rows.size(); r++) {
      String line = line(rows.get(r), widths);
      out.append(r == 0 ? style.bold(line) : line).append('\n');
    }
    return out.toString();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      String cell = row.get(i);
      line.append(cell);
      if (i < row.size() - 1) {
        line.append(" ".repeat(widths[i] - cell.length() + 2));
      }
    }
    return line.toString().stripTrailing();
  }
}
