package io.sluice.cli.render.plan;

import static java.util.Comparator.comparing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.render.NaturalOrder;
import io.sluice.cli.render.Pointers;
import io.sluice.model.Action;
import io.sluice.model.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plan for programs, a line for each change and one for the count, with the names that {@code
 * terraform plan -json} and {@code terraform show -json} have. What is sensitive is not in it.
 */
public final class PlanLines {
  private PlanLines() {}

  public static List<JsonNode> of(
      List<ShownChange> changes, List<ShownOutput> outputs, String operation, Instant at) {
    List<JsonNode> lines = new ArrayList<>();
    List<ShownChange> sorted =
        changes.stream()
            .sorted(comparing(change -> change.address().text(), NaturalOrder.TEXT))
            .toList();
    for (ShownChange change : sorted) {
      if (change.isTold()) {
        lines.add(change(change, at));
      }
    }
    PlanTotals totals = PlanTotals.of(changes);
    ObjectNode summary = JsonLine.of("change_summary", at);
    summary
        .putObject("changes")
        .put("add", totals.add())
        .put("change", totals.change())
        .put("import", totals.imports())
        .put("remove", totals.destroy())
        .put("operation", operation);
    lines.add(summary);
    if (!outputs.isEmpty()) {
      lines.add(outputs(outputs, at));
    }
    return lines;
  }

  private static ObjectNode change(ShownChange change, Instant at) {
    ObjectNode line = JsonLine.of("planned_change", at);
    ObjectNode body = line.putObject("change");
    body.putObject("resource")
        .put("addr", change.address().text())
        .put("resource_type", change.type());
    if (change.previous() != null) {
      body.putObject("previous_resource").put("addr", change.previous().text());
    }
    body.put("action", change.action().word());
    if (change.importing() != null) {
      body.putObject("importing").put("id", change.importing());
    }
    if (!change.reason().isEmpty()) {
      body.put("reason", change.reason());
    }
    if (change.leaves()) {
      body.put("left", true);
    }
    if (change.action() == Action.REPLACE) {
      body.put("create_before_destroy", change.createFirst());
    }
    values(body, change);
    return line;
  }

  private static void values(ObjectNode body, ShownChange change) {
    JsonNode before = change.before();
    JsonNode after = change.after();
    body.set(
        "before",
        before == null
            ? NullNode.getInstance()
            : PlannedValues.known(before, change.hiddenBefore(), ""));
    body.set(
        "after",
        after == null
            ? NullNode.getInstance()
            : PlannedValues.known(after, change.hiddenAfter(), ""));
    body.set("after_unknown", after == null ? Json.object() : PlannedValues.unknown(after));
    body.set(
        "before_sensitive",
        before == null ? Json.object() : PlannedValues.sensitive(before, change.hiddenBefore()));
    body.set(
        "after_sensitive",
        after == null ? Json.object() : PlannedValues.sensitive(after, change.hiddenAfter()));
    ArrayNode replacing = body.putArray("replace_paths");
    change.replacing().texts().stream().sorted().forEach(replacing::add);
  }

  private static ObjectNode outputs(List<ShownOutput> outputs, Instant at) {
    ObjectNode line = JsonLine.of("outputs", at);
    ObjectNode body = line.putObject("outputs");
    for (ShownOutput output : outputs) {
      String action =
          output.before() == null ? "create" : output.after() == null ? "delete" : "update";
      ObjectNode one =
          body.putObject(output.name()).put("action", action).put("sensitive", output.sensitive());
      if (!output.sensitive()) {
        value(one, "before", output.before());
        value(one, "after", output.after());
        JsonNode after = output.after();
        one.set(
            "after_unknown",
            after == null ? BooleanNode.valueOf(false) : PlannedValues.unknown(after));
      }
    }
    return line;
  }

  private static void value(ObjectNode body, String name, @Nullable JsonNode value) {
    body.set(
        name,
        value == null ? NullNode.getInstance() : PlannedValues.known(value, Pointers.NONE, ""));
  }
}
