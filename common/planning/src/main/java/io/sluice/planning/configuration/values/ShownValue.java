package io.sluice.planning.configuration.values;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.value.Mark;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Type;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.json.JsonValues;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values as JSON for people and programs: an unknown part is {@code {"$unknown": true}}. */
public final class ShownValue {
  static final String UNKNOWN = "$unknown";
  private static final String HIDDEN = "$sensitive";

  private final List<String> sensitive = new ArrayList<>();
  private final List<String> sets = new ArrayList<>();
  private final boolean hiding;

  public ShownValue() {
    this(false);
  }

  private ShownValue(boolean hiding) {
    this.hiding = hiding;
  }

  /** JSON pointers of what must not be shown, of all that was written. */
  public List<String> sensitivePaths() {
    return List.copyOf(sensitive);
  }

  /** JSON pointers of sets, of all that was written: JSON has lists alone. */
  public List<String> setPaths() {
    return List.copyOf(sets);
  }

  /** With {@code {"$sensitive": true}} for what must not be shown. */
  public static JsonNode withoutSecrets(Value value) {
    return new ShownValue(true).write(value);
  }

  /** What was written, with unknown parts of any type. */
  public static Value read(JsonNode shown) {
    if (shown.isObject()) {
      if (shown.path(UNKNOWN).asBoolean()) {
        return Values.UNKNOWN;
      }
      Map<String, Value> attributes = new LinkedHashMap<>();
      shown.properties().forEach(each -> attributes.put(each.getKey(), read(each.getValue())));
      return ObjectValue.of(attributes);
    }
    if (shown.isArray()) {
      List<Value> elements = new ArrayList<>();
      shown.forEach(element -> elements.add(read(element)));
      return TupleValue.of(elements);
    }
    return JsonValues.fromJson(shown);
  }

  public JsonNode write(Value value) {
    return write(value, "");
  }

  private JsonNode write(Value marked, String pointer) {
    if (marked.hasMark(Mark.SENSITIVE)) {
      sensitive.add(pointer);
      if (hiding) {
        return Json.object().put(HIDDEN, true);
      }
    }
    Value value = marked.unmarked();
    if (!value.isKnown()) {
      return Json.object().put(UNKNOWN, true);
    }
    if (value.isNull() || value.type() instanceof Type.Primitive) {
      return JsonValues.toJson(value);
    }
    if (value.type() instanceof Type.SetType) {
      sets.add(pointer);
    }
    if (value.type() instanceof Type.MapType || value.type() instanceof Type.ObjectType) {
      ObjectNode object = Json.object();
      for (Map.Entry<String, Value> entry : value.entries().entrySet()) {
        object.set(
            entry.getKey(), write(entry.getValue(), JsonPointers.child(pointer, entry.getKey())));
      }
      return object;
    }
    ArrayNode list = Json.mapper().createArrayNode();
    for (Value element : value.elements()) {
      list.add(write(element, pointer + "/" + list.size()));
    }
    return list;
  }
}
