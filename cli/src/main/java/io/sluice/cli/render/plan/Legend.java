package io.sluice.cli.render.plan;

import io.sluice.cli.render.Style;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The signs of a plan, in three columns, and what they mean. */
final class Legend {
  private static final String CREATE = "create";
  private static final String UPDATE = "update in-place";
  private static final String REPLACE = "destroy and then create replacement";
  private static final String CREATE_FIRST = "create replacement and then destroy";
  private static final String DELETE = "destroy";
  private static final String READ = "read (data resources)";
  private static final String EXPAND = "expand, once its values are known";
  private static final String STEP = "run (a step is never kept in state)";
  private static final String FORGET = "forget, without destroying it";
  private static final List<String> ORDER =
      List.of(CREATE, UPDATE, REPLACE, CREATE_FIRST, DELETE, READ, EXPAND, STEP, FORGET);

  private Legend() {}

  static String sign(ShownChange change, Style style) {
    return switch (change.action()) {
      case CREATE -> "  " + style.green("+");
      case UPDATE -> "  " + style.yellow("~");
      case REPLACE ->
          change.createFirst()
              ? style.green("+") + "/" + style.red("-")
              : style.red("-") + "/" + style.green("+");
      case DELETE -> "  " + (change.leaves() ? style.dim(".") : style.red("-"));
      case READ -> " " + style.cyan("<=");
      case EXPAND -> "  " + style.cyan("*");
      case STEP -> "  " + style.cyan(">");
      case FORGET -> "  " + style.dim(".");
      case NOOP, IMPORT, PLAN -> "   ";
    };
  }

  /** The lines that explain the signs in use; none for what has no sign. */
  static List<String> lines(List<ShownChange> changes, Style style) {
    Map<String, String> signs = new TreeMap<>(Comparator.comparingInt(ORDER::indexOf));
    for (ShownChange change : changes) {
      String meaning = meaning(change);
      if (!meaning.isEmpty()) {
        signs.putIfAbsent(meaning, sign(change, style));
      }
    }
    List<String> lines = new ArrayList<>();
    signs.forEach((meaning, sign) -> lines.add(sign + " " + meaning));
    return lines;
  }

  private static String meaning(ShownChange change) {
    return switch (change.action()) {
      case CREATE -> CREATE;
      case UPDATE -> UPDATE;
      case REPLACE -> change.createFirst() ? CREATE_FIRST : REPLACE;
      case DELETE -> change.leaves() ? FORGET : DELETE;
      case READ -> READ;
      case EXPAND -> EXPAND;
      case STEP -> STEP;
      case FORGET -> FORGET;
      case NOOP, IMPORT, PLAN -> "";
    };
  }
}
