package io.sluice.cli.render.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.render.Pointers;
import io.sluice.cli.render.Style;
import io.sluice.cli.render.ValueText;
import io.sluice.language.report.Visible;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One value beside another. A column is where a name begins; its sign stands two columns before,
 * and what is inside a value begins four columns behind.
 */
final class ValueChange {
  private static final String UNKNOWN = "(known after apply)";
  private static final String SENSITIVE = "(sensitive value)";
  private static final int STEP = 4;

  private final Style style;
  private final Pointers hiddenBefore;
  private final Pointers hiddenAfter;
  private final Pointers replacing;
  private final Pointers sets;

  ValueChange(
      Style style, Pointers hiddenBefore, Pointers hiddenAfter, Pointers replacing, Pointers sets) {
    this.style = style;
    this.hiddenBefore = hiddenBefore;
    this.hiddenAfter = hiddenAfter;
    this.replacing = replacing;
    this.sets = sets;
  }

  /** A line, or several, with the name of what changes. */
  void entry(
      StringBuilder out,
      String name,
      int pad,
      @Nullable JsonNode before,
      @Nullable JsonNode after,
      int column,
      String pointer) {
    sign(out, before, after, column);
    out.append(name).append(" ".repeat(Math.max(0, pad - name.length()))).append(" = ");
    value(out, before, after, column, pointer);
    out.append('\n');
  }

  private void sign(
      StringBuilder out, @Nullable JsonNode before, @Nullable JsonNode after, int column) {
    String sign =
        before == null
            ? style.green("+")
            : after == null ? style.red("-") : Json.same(before, after) ? " " : style.yellow("~");
    out.append(" ".repeat(column - 2)).append(sign).append(' ');
  }

  private void value(
      StringBuilder out,
      @Nullable JsonNode before,
      @Nullable JsonNode after,
      int column,
      String pointer) {
    if (before == null) {
      if (after != null) {
        whole(out, after, hiddenAfter, column, pointer, style.green("+"));
        out.append(forces(pointer));
      }
    } else if (after == null) {
      whole(out, before, hiddenBefore, column, pointer, style.red("-"));
      out.append(style.dim(" -> null")).append(forces(pointer));
    } else if (Json.same(before, after)) {
      whole(out, after, hiddenAfter, column, pointer, " ");
    } else {
      change(out, before, after, column, pointer);
    }
  }

  private void whole(
      StringBuilder out, JsonNode value, Pointers hidden, int column, String pointer, String sign) {
    new ValueText(hidden::contains, sign).write(out, value, column, pointer);
  }

  private void change(
      StringBuilder out, JsonNode before, JsonNode after, int column, String pointer) {
    if (hiddenBefore.contains(pointer)
        || hiddenAfter.contains(pointer)
        || ValueText.isSealed(before)
        || ValueText.isSealed(after)) {
      out.append(SENSITIVE).append(forces(pointer));
    } else if (ValueText.isUnknown(after)) {
      whole(out, before, hiddenBefore, column, pointer, style.red("-"));
      out.append(" -> ").append(UNKNOWN).append(forces(pointer));
    } else if (before.isObject() && after.isObject() && !before.isEmpty() && !after.isEmpty()) {
      object(out, before, after, column, pointer);
    } else if (before.isArray() && after.isArray() && !before.isEmpty() && !after.isEmpty()) {
      array(out, before, after, column, pointer);
    } else if (ValueText.isJson(before) && ValueText.isJson(after)) {
      json(out, ValueText.tree(before), ValueText.tree(after), column, pointer);
    } else if (ValueText.isLines(before) && ValueText.isLines(after)) {
      lines(out, before.asText(), after.asText(), column);
      out.append(forces(pointer));
    } else {
      whole(out, before, hiddenBefore, column, pointer, style.red("-"));
      out.append(style.yellow(" -> "));
      whole(out, after, hiddenAfter, column, pointer, style.green("+"));
      out.append(forces(pointer));
    }
  }

  private String forces(String pointer) {
    return replacing.contains(pointer) ? style.red(" # forces replacement") : "";
  }

  private void object(
      StringBuilder out, JsonNode before, JsonNode after, int column, String pointer) {
    out.append('{').append(forces(pointer)).append('\n');
    TreeSet<String> names = new TreeSet<>();
    before.fieldNames().forEachRemaining(names::add);
    after.fieldNames().forEachRemaining(names::add);
    int widest =
        names.stream()
            .filter(name -> differs(before.get(name), after.get(name)))
            .mapToInt(name -> ValueText.name(name).length())
            .max()
            .orElse(0);
    int unchanged = 0;
    for (String name : names) {
      if (differs(before.get(name), after.get(name))) {
        entry(
            out,
            ValueText.name(name),
            widest,
            before.get(name),
            after.get(name),
            column + STEP,
            JsonPointers.child(pointer, name));
      } else {
        unchanged++;
      }
    }
    hidden(out, unchanged, "attribute", column + STEP, style);
    out.append(" ".repeat(column)).append('}');
  }

  private static boolean differs(@Nullable JsonNode before, @Nullable JsonNode after) {
    return before == null || after == null || !Json.same(before, after);
  }

  private void array(
      StringBuilder out, JsonNode before, JsonNode after, int column, String pointer) {
    out.append('[').append(forces(pointer)).append('\n');
    List<Edits.Edit<JsonNode>> edits = Edits.between(elements(before), elements(after), Json::same);
    boolean isSet = sets.contains(pointer);
    int unchanged = 0;
    for (int i = 0; i < edits.size(); i++) {
      Edits.Edit<JsonNode> edit = edits.get(i);
      if (edit.isKept() && (isSet || !Edits.besideAChange(edits, i))) {
        unchanged++;
        continue;
      }
      hidden(out, isSet ? 0 : unchanged, "element", column + STEP, style);
      unchanged = isSet ? unchanged : 0;
      Edits.Edit<JsonNode> next = i + 1 < edits.size() ? edits.get(i + 1) : edit;
      boolean changed = !edit.isKept() && edit.before() != null && next.before() == null;
      JsonNode now = changed ? next.after() : edit.after();
      boolean inside = !isSet && changed && now != null && alike(edit.before(), now);
      element(out, edit.before(), inside ? now : edit.after(), column + STEP, pointer + "/" + i);
      i += inside ? 1 : 0;
    }
    hidden(out, unchanged, "element", column + STEP, style);
    out.append(" ".repeat(column)).append(']');
  }

  /** Of two objects, or two lists, one after the other, the second is what became of the first. */
  private static boolean alike(@Nullable JsonNode before, JsonNode after) {
    return before != null
        && ((before.isObject() && after.isObject()) || (before.isArray() && after.isArray()));
  }

  private void element(
      StringBuilder out,
      @Nullable JsonNode before,
      @Nullable JsonNode after,
      int column,
      String pointer) {
    sign(out, before, after, column);
    if (after == null && before != null) {
      whole(out, before, hiddenBefore, column, pointer, style.red("-"));
    } else {
      value(out, before, after, column, pointer);
    }
    out.append(",\n");
  }

  private void json(
      StringBuilder out, JsonNode before, JsonNode after, int column, String pointer) {
    out.append("jsonencode(").append(forces(pointer)).append('\n');
    sign(out, before, after, column + STEP);
    new ValueChange(style, hiddenBefore, hiddenAfter, Pointers.NONE, Pointers.NONE)
        .value(out, before, after, column + STEP, pointer);
    out.append('\n').append(" ".repeat(column)).append(')');
  }

  private static List<JsonNode> elements(JsonNode array) {
    return array.valueStream().toList();
  }

  private void lines(StringBuilder out, String before, String after, int column) {
    out.append("<<-EOT\n");
    List<Edits.Edit<String>> edits =
        Edits.between(before.lines().toList(), after.lines().toList(), String::equals);
    int unchanged = 0;
    for (int i = 0; i < edits.size(); i++) {
      Edits.Edit<String> edit = edits.get(i);
      if (edit.isKept() && !Edits.besideAChange(edits, i)) {
        unchanged++;
        continue;
      }
      hidden(out, unchanged, "line", column + STEP, style);
      unchanged = 0;
      String sign = edit.isKept() ? " " : edit.before() == null ? style.green("+") : style.red("-");
      String line = edit.before() == null ? edit.after() : edit.before();
      out.append(" ".repeat(column + STEP - 2))
          .append(sign)
          .append(' ')
          .append(shown(line))
          .append('\n');
    }
    hidden(out, unchanged, "line", column + STEP, style);
    out.append(" ".repeat(column)).append("EOT");
  }

  private static String shown(@Nullable String line) {
    return line == null ? "" : Visible.text(line);
  }

  /** How many things are not shown, since they stay as they are. */
  static void hidden(StringBuilder out, int count, String what, int column, Style style) {
    if (count > 0) {
      String text = "# (" + count + " unchanged " + what + (count == 1 ? "" : "s") + " hidden)";
      out.append(" ".repeat(column)).append(style.dim(text)).append('\n');
    }
  }
}
