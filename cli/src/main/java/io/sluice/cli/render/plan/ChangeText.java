package io.sluice.cli.render.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.render.Style;
import io.sluice.language.report.Visible;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The block of one change. */
final class ChangeText {
  /** Where names of attributes begin; their sign stands two columns before. */
  private static final int COLUMN = 8;

  private static final String LEFT = "will be forgotten and left in place (it existed before)";

  private final ShownChange change;
  private final Style style;

  ChangeText(ShownChange change, Style style) {
    this.change = change;
    this.style = style;
  }

  void write(StringBuilder out) {
    boolean grave = change.destroys();
    String will = will();
    out.append("  ")
        .append(style.bold("# " + change.address()))
        .append(grave ? " " + style.red(style.bold(will)) : style.bold(" " + will))
        .append('\n');
    comment(out);
    out.append(Legend.sign(change, style)).append(' ').append(heading()).append(" {\n");
    attributes(out);
    out.append("    }\n");
  }

  private void comment(StringBuilder out) {
    Address previous = change.previous();
    if (previous != null && !change.action().isIdle()) {
      out.append("  ").append(style.dim("# (moved from " + previous + ")")).append('\n');
    }
    String importing = change.importing();
    if (importing != null) {
      out.append("  ").append(style.dim("# (imported from " + named(importing) + ")")).append('\n');
    }
    String why =
        switch (change.reason()) {
          case "", "tainted", "requested", "replace_triggered_by" -> "";
          case "no longer in configuration" ->
              "because " + change.address() + " is not in configuration";
          default -> change.reason();
        };
    if (!why.isEmpty()) {
      out.append("  ").append(style.dim("# (" + why + ")")).append('\n');
    }
    if (change.leaves() && change.action() == Action.REPLACE) {
      out.append("  ")
          .append(style.dim("# (the current one existed before: it is not deleted)"))
          .append('\n');
    }
  }

  /** An identity stands as it is; an id as a text. */
  private static String named(String importing) {
    String shown = Visible.text(importing);
    return shown.startsWith("{") ? shown : "\"" + shown + "\"";
  }

  private String will() {
    Address previous = change.previous();
    return switch (change.action()) {
      case CREATE -> "will be created";
      case UPDATE -> "will be updated in-place";
      case REPLACE ->
          switch (change.reason()) {
            case "tainted" -> "is tainted, so must be replaced";
            case "requested" -> "will be replaced, as requested";
            case "replace_triggered_by" ->
                "will be replaced due to changes in replace_triggered_by";
            default -> "must be replaced";
          };
      case DELETE -> change.leaves() ? LEFT : "will be destroyed";
      case READ -> "will be read during apply";
      case NOOP -> previous == null ? "does not change" : "has moved from " + previous;
      case EXPAND -> "will be expanded during apply";
      case STEP -> "will run";
      case FORGET -> "will no longer be managed by Sluice, but will not be destroyed";
      case IMPORT -> "will be imported";
      case PLAN -> "will be planned";
    };
  }

  private String heading() {
    String word =
        switch (change.action()) {
          case READ -> "data";
          case STEP -> "step";
          case CREATE, UPDATE, REPLACE, DELETE, NOOP, EXPAND, FORGET, IMPORT, PLAN -> "resource";
        };
    return word + " \"" + change.type() + "\" \"" + change.address().name() + "\"";
  }

  private void attributes(StringBuilder out) {
    JsonNode before = change.before();
    JsonNode after = change.after();
    Set<String> names = new TreeSet<>();
    names(before, names);
    names(after, names);
    int widest = 0;
    for (String name : names) {
      if (!isHidden(field(before, name), field(after, name), name)) {
        widest = Math.max(widest, name.length());
      }
    }
    ValueChange values =
        new ValueChange(
            style, change.hiddenBefore(), change.hiddenAfter(), change.replacing(), change.sets());
    int hidden = 0;
    for (String name : names) {
      JsonNode old = field(before, name);
      JsonNode now = field(after, name);
      if (isHidden(old, now, name)) {
        hidden += old == null && now == null ? 0 : 1;
      } else {
        String pointer = JsonPointers.child("", name);
        values.entry(out, name, widest, old, now, COLUMN, pointer);
      }
    }
    ValueChange.hidden(out, hidden, "attribute", COLUMN, style);
  }

  /** What does not change gets no line, unless it identifies the object. */
  private static boolean isHidden(@Nullable JsonNode old, @Nullable JsonNode now, String name) {
    if (old == null && now == null) {
      return true;
    }
    boolean identifies = name.equals("id") || name.equals("name");
    return !identifies && old != null && now != null && Json.same(old, now);
  }

  private static void names(@Nullable JsonNode attributes, Set<String> names) {
    if (attributes != null) {
      attributes.fieldNames().forEachRemaining(names::add);
    }
  }

  /** A null attribute is one that is not set. */
  private static @Nullable JsonNode field(@Nullable JsonNode attributes, String name) {
    JsonNode value = attributes == null ? null : attributes.get(name);
    return value == null || value.isNull() ? null : value;
  }
}
