package io.sluice.model.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a new object by a data source of its own provider, which is read whenever Sluice has to
 * know whether the object exists.
 *
 * @param type of the data source
 * @param name its name in {@code find}
 * @param config of the data source, unsubstituted
 * @param find the expression for the import id, unsubstituted; it refers to the data source's
 *     result, and is null if there is no object
 * @param absent parts of the refusals by which the data source says that there is no object
 */
public record DataLookup(
    String type, String name, JsonNode config, JsonNode find, List<String> absent) {
  private static final String FIND = "find";
  private static final String DATA = "data";

  public DataLookup {
    absent = List.copyOf(absent);
  }

  /** The same as what {@link PluginWork#recover} holds; null if that is an import id. */
  public static @Nullable DataLookup read(JsonNode recover) {
    if (!recover.has(FIND) || !recover.has(DATA)) {
      return null;
    }
    JsonNode data = recover.path(DATA);
    List<String> absent = new ArrayList<>();
    recover.path("absent").forEach(text -> absent.add(text.asText()));
    return new DataLookup(
        data.path("type").asText(),
        data.path("name").asText(),
        data.path("config"),
        recover.path(FIND),
        absent);
  }

  public JsonNode form() {
    ObjectNode form = Json.object();
    ObjectNode data = form.putObject(DATA);
    data.put("type", type).put("name", name).set("config", config);
    form.set(FIND, find);
    ArrayNode texts = form.putArray("absent");
    absent.forEach(texts::add);
    return form;
  }
}
