package io.sluice.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A resource as state knows it. */
public final class StateText {
  private StateText() {}

  public static String show(StateRecord resource, Style style) {
    String mark =
        resource.status() == RecordStatus.OK
            ? ""
            : style.yellow(
                " (" + resource.status().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ")");
    StringBuilder out = new StringBuilder();
    out.append(style.bold("# " + resource.address() + ":")).append(mark).append('\n');
    String text = resource.address().live().text();
    out.append("resource \"")
        .append(resource.type())
        .append("\" \"")
        .append(text.substring(text.lastIndexOf('.') + 1))
        .append("\" {\n");
    Map<String, JsonNode> attributes = new TreeMap<>();
    resource
        .attributes()
        .properties()
        .forEach(field -> attributes.put(field.getKey(), field.getValue()));
    int widest = attributes.keySet().stream().mapToInt(String::length).max().orElse(0);
    attributes.forEach(
        (name, value) ->
            out.append("    ")
                .append(name)
                .append(" ".repeat(widest - name.length()))
                .append(" = ")
                .append(ValueText.of(value, 4, name, resource.sensitivePaths()))
                .append('\n'));
    if (!resource.dependencies().isEmpty()) {
      out.append("\n    # depends on ")
          .append(
              resource.dependencies().stream().map(Address::text).collect(Collectors.joining(", ")))
          .append('\n');
    }
    return out.append("}\n").toString();
  }
}
