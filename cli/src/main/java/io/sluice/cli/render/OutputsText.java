package io.sluice.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.value.Rendering;
import io.sluice.model.json.Json;
import io.sluice.planning.configuration.desired.Outputs;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Outputs as {@code terraform output} shows them. */
public final class OutputsText {
  private OutputsText() {}

  public static String all(Map<String, Outputs.Output> outputs) {
    StringBuilder out = new StringBuilder();
    outputs.forEach(
        (name, output) ->
            out.append(name)
                .append(" = ")
                .append(output.sensitive() ? "<sensitive>" : value(output))
                .append('\n'));
    return out.toString();
  }

  public static String value(Outputs.Output output) {
    return Rendering.render(output.typed());
  }

  /** Only of what has one text. */
  public static Optional<String> raw(Outputs.Output output) {
    JsonNode value = output.value();
    if (value.isContainerNode() || value.isNull()) {
      return Optional.empty();
    }
    return Optional.of(value.isNumber() ? value.decimalValue().toPlainString() : value.asText());
  }

  /** As {@code terraform output -json}. */
  public static ObjectNode tree(Map<String, Outputs.Output> outputs) {
    ObjectNode tree = Json.object();
    outputs.forEach(
        (name, output) -> {
          ObjectNode one = tree.putObject(name).put("sensitive", output.sensitive());
          one.set("type", output.type());
          one.set("value", output.value());
        });
    return tree;
  }

  /** For programs that follow an apply; what is sensitive is left out. */
  public static ObjectNode line(Map<String, Outputs.Output> outputs, Instant at) {
    ObjectNode line = JsonLine.of("outputs", at);
    ObjectNode all = line.putObject("outputs");
    outputs.forEach(
        (name, output) -> {
          ObjectNode one = all.putObject(name).put("sensitive", output.sensitive());
          one.set("type", output.type());
          if (!output.sensitive()) {
            one.set("value", output.value());
          }
        });
    return line;
  }
}
