package io.sluice.cli.render;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A resource as state knows it. */
public final class StateText {
  private static final int COLUMN = 4;

  private StateText() {}

  public static String show(StateRecord resource, Style style) {
    String mark =
        resource.status() == RecordStatus.OK
            ? ""
            : style.yellow(
                " (" + resource.status().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ")");
    StringBuilder out = new StringBuilder();
    out.append(style.bold("# " + resource.address() + ":")).append(mark).append('\n');
    out.append(resource.address().isData() ? "data \"" : "resource \"")
        .append(resource.type())
        .append("\" \"")
        .append(resource.address().name())
        .append("\" {\n");
    Map<String, JsonNode> attributes = new TreeMap<>();
    resource
        .attributes()
        .properties()
        .forEach(field -> attributes.put(field.getKey(), field.getValue()));
    int widest = attributes.keySet().stream().mapToInt(String::length).max().orElse(0);
    Pointers hidden = Pointers.of(resource.sensitivePaths());
    ValueText values = new ValueText(hidden::contains, " ");
    attributes.forEach(
        (name, value) -> {
          out.append(" ".repeat(COLUMN)).append(name);
          out.append(" ".repeat(widest - name.length())).append(" = ");
          values.write(out, value, COLUMN, "/" + name);
          out.append('\n');
        });
    if (!resource.dependencies().isEmpty()) {
      out.append("\n    # depends on ")
          .append(
              resource.dependencies().stream().map(Address::text).collect(Collectors.joining(", ")))
          .append('\n');
    }
    return out.append("}\n").toString();
  }

  /** What differs between two records of one address, a line each. */
  public static String difference(JsonNode before, JsonNode after) {
    StringBuilder out = new StringBuilder();
    line(out, "status", before.path("status"), after.path("status"), List.of());
    List<String> sensitive = new ArrayList<>();
    before.path("sensitivePaths").forEach(path -> sensitive.add(path.asText()));
    after.path("sensitivePaths").forEach(path -> sensitive.add(path.asText()));
    TreeSet<String> names = new TreeSet<>();
    before.path("attributes").fieldNames().forEachRemaining(names::add);
    after.path("attributes").fieldNames().forEachRemaining(names::add);
    for (String name : names) {
      JsonNode was = before.path("attributes").path(name);
      line(out, name, was, after.path("attributes").path(name), sensitive);
    }
    return out.toString();
  }

  private static void line(
      StringBuilder out, String name, JsonNode was, JsonNode is, List<String> sensitive) {
    if (Json.same(was, is)) {
      return;
    }
    Pointers hidden = Pointers.of(sensitive);
    out.append("      ").append(name).append(": ");
    value(out, name, was, hidden);
    out.append(" -> ");
    value(out, name, is, hidden);
    out.append('\n');
  }

  private static void value(StringBuilder out, String name, JsonNode value, Pointers hidden) {
    if (value.isMissingNode()) {
      out.append("(none)");
    } else {
      new ValueText(hidden::contains, " ").write(out, value, 6, "/" + name);
    }
  }
}
