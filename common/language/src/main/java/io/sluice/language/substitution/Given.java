package io.sluice.language.substitution;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a task brings for its references.
 *
 * @param values by canonical text of the reference, or of a node's name when the whole object came
 * @param replacedIds ids made in this run, by the name of the node: preferred for <code>NAME.id
 *     </code>
 */
public record Given(Map<String, Entry> values, Map<String, String> replacedIds) {

  /** A value, and whether what is made with it must be sealed. */
  public record Entry(JsonNode value, boolean sensitive) {}

  /** A task without references. */
  public static final Given NOTHING = new Given(Map.of(), Map.of());

  public Given {
    values = Map.copyOf(values);
    replacedIds = Map.copyOf(replacedIds);
  }

  /** Values of which none is sensitive. */
  public static Given plain(Map<String, ? extends JsonNode> values, Map<String, String> replaced) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    new TreeMap<>(values).forEach((text, value) -> entries.put(text, new Entry(value, false)));
    return new Given(entries, replaced);
  }
}
