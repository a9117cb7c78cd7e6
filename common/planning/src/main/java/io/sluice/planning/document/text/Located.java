package io.sluice.planning.document.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.source.SourceRange;
import io.sluice.model.json.JsonPointers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A value of a document together with its place in the text. */
public sealed interface Located {
  SourceRange range();

  /** What to point at when something is missing inside: never more than the first line. */
  SourceRange head();

  /** How many values it is made of when every alias is written out. */
  int size();

  JsonNode toJson();

  /** A string, a number, a boolean or null. */
  record Scalar(JsonNode value, SourceRange range) implements Located {
    @Override
    public SourceRange head() {
      return range;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public JsonNode toJson() {
      return value;
    }
  }

  record Sequence(List<Located> elements, SourceRange range, SourceRange head, int size)
      implements Located {
    @Override
    public JsonNode toJson() {
      ArrayNode list = JsonNodeFactory.instance.arrayNode(elements.size());
      elements.forEach(element -> list.add(element.toJson()));
      return list;
    }
  }

  /** Keys are unique: the readers report the others. */
  record Mapping(List<Entry> entries, SourceRange range, SourceRange head, int size)
      implements Located {
    public @Nullable Entry find(String key) {
      for (Entry entry : entries) {
        if (entry.key().equals(key)) {
          return entry;
        }
      }
      return null;
    }

    @Override
    public JsonNode toJson() {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      entries.forEach(entry -> object.set(entry.key(), entry.value().toJson()));
      return object;
    }
  }

  record Entry(String key, SourceRange keyRange, Located value) {}

  static Sequence sequence(List<Located> elements, SourceRange range, SourceRange head) {
    int size = 1;
    for (Located element : elements) {
      size = plus(size, element.size());
    }
    return new Sequence(List.copyOf(elements), range, head, size);
  }

  static Mapping mapping(List<Entry> entries, SourceRange range, SourceRange head) {
    int size = 1;
    for (Entry entry : entries) {
      size = plus(size, entry.value().size());
    }
    return new Mapping(List.copyOf(entries), range, head, size);
  }

  /** A tree that has no text. */
  static Located of(JsonNode tree) {
    if (tree.isObject()) {
      List<Entry> entries = new ArrayList<>(tree.size());
      for (Map.Entry<String, JsonNode> field : tree.properties()) {
        entries.add(new Entry(field.getKey(), SourceRange.NONE, of(field.getValue())));
      }
      return mapping(entries, SourceRange.NONE, SourceRange.NONE);
    }
    if (tree.isArray()) {
      List<Located> elements = new ArrayList<>(tree.size());
      tree.forEach(element -> elements.add(of(element)));
      return sequence(elements, SourceRange.NONE, SourceRange.NONE);
    }
    return new Scalar(tree, SourceRange.NONE);
  }

  /**
   * The value at a JSON pointer below this one; the deepest one there is if the pointer goes on.
   */
  default Located at(String pointer) {
    Located here = this;
    for (String step : pointer.split("/", -1)) {
      String key = JsonPointers.name(step);
      Located next =
          switch (here) {
            case Mapping mapping -> {
              Entry entry = mapping.find(key);
              yield entry == null ? null : entry.value();
            }
            case Sequence sequence -> element(sequence, key);
            case Scalar scalar -> null;
          };
      here = next == null ? here : next;
    }
    return here;
  }

  private static @Nullable Located element(Sequence sequence, String index) {
    boolean digits =
        !index.isEmpty() && index.length() < 9 && index.chars().allMatch(Character::isDigit);
    int at = digits ? Integer.parseInt(index) : -1;
    return at >= 0 && at < sequence.elements().size() ? sequence.elements().get(at) : null;
  }

  private static int plus(int a, int b) {
    long sum = (long) a + b;
    return sum > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) sum;
  }
}
