package io.sluice.cli.render.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.render.Pointers;
import io.sluice.cli.render.ValueText;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import java.util.function.BiPredicate;

/**
 * The values of a planned change for programs: what is known of them, and beside it the same tree
 * with {@code true} wherever a value is unknown or sensitive.
 */
final class PlannedValues {
  private PlannedValues() {}

  /** What is sensitive is null, and what is unknown is left out, or null within a list. */
  static JsonNode known(JsonNode value, Pointers hidden, String pointer) {
    if (hidden.contains(pointer) || ValueText.isUnknown(value)) {
      return NullNode.getInstance();
    }
    if (value.isObject()) {
      ObjectNode known = Json.object();
      value
          .properties()
          .forEach(
              field -> {
                if (!ValueText.isUnknown(field.getValue())) {
                  known.set(
                      field.getKey(),
                      known(field.getValue(), hidden, JsonPointers.child(pointer, field.getKey())));
                }
              });
      return known;
    }
    if (value.isArray()) {
      ArrayNode known = Json.mapper().createArrayNode();
      for (int i = 0; i < value.size(); i++) {
        known.add(known(value.path(i), hidden, pointer + "/" + i));
      }
      return known;
    }
    return value;
  }

  /** Where values are known only after the apply. */
  static JsonNode unknown(JsonNode value) {
    return marked(value, "", (one, pointer) -> ValueText.isUnknown(one));
  }

  /** Where values are sensitive. */
  static JsonNode sensitive(JsonNode value, Pointers hidden) {
    return marked(value, "", (one, pointer) -> hidden.contains(pointer));
  }

  /** Objects have only the fields in which something is marked; lists keep their length. */
  private static JsonNode marked(
      JsonNode value, String pointer, BiPredicate<JsonNode, String> isMarked) {
    if (isMarked.test(value, pointer)) {
      return BooleanNode.valueOf(true);
    }
    if (value.isObject() && !ValueText.isUnknown(value)) {
      ObjectNode marks = Json.object();
      value
          .properties()
          .forEach(
              field -> {
                JsonNode below =
                    marked(field.getValue(), JsonPointers.child(pointer, field.getKey()), isMarked);
                if (says(below)) {
                  marks.set(field.getKey(), below);
                }
              });
      return marks;
    }
    if (value.isArray()) {
      ArrayNode marks = Json.mapper().createArrayNode();
      for (int i = 0; i < value.size(); i++) {
        marks.add(marked(value.path(i), pointer + "/" + i, isMarked));
      }
      return marks;
    }
    return BooleanNode.valueOf(false);
  }

  private static boolean says(JsonNode marks) {
    if (marks.isBoolean()) {
      return marks.asBoolean();
    }
    for (JsonNode below : marks) {
      if (says(below)) {
        return true;
      }
    }
    return false;
  }
}
