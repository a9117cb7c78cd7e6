package io.sluice.cli.render.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.render.JsonLine;
import io.sluice.model.Action;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A plan for programs, a line for each change and one for the count, with the names that {@code
 * terraform plan -json} has. Values are not in it: they may be sensitive, and a plan file has them.
 */
public final class PlanLines {
  private PlanLines() {}

  public static List<JsonNode> of(
      List<ShownChange> changes, List<ShownOutput> outputs, String operation, Instant at) {
    List<JsonNode> lines = new ArrayList<>();
    for (ShownChange change : changes) {
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
    return line;
  }

  private static ObjectNode outputs(List<ShownOutput> outputs, Instant at) {
    ObjectNode line = JsonLine.of("outputs", at);
    ObjectNode body = line.putObject("outputs");
    for (ShownOutput output : outputs) {
      String action =
          output.before() == null ? "create" : output.after() == null ? "delete" : "update";
      body.putObject(output.name()).put("action", action).put("sensitive", output.sensitive());
    }
    return line;
  }
}
