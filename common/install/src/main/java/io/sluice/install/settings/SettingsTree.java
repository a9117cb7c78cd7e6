package io.sluice.install.settings;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a CLI configuration file says, whichever of its two syntaxes it is written in. */
sealed interface SettingsTree {
  /** Everything scalar, as it was written. */
  record Text(String value) implements SettingsTree {}

  record Items(List<SettingsTree> values) implements SettingsTree {
    public Items {
      values = List.copyOf(values);
    }
  }

  record Block(List<Entry> entries) implements SettingsTree {
    public Block {
      entries = List.copyOf(entries);
    }

    /** All of one name, with the labels behind it as further blocks. */
    List<Entry> named(String name) {
      return entries.stream().filter(entry -> entry.name().equals(name)).toList();
    }

    Optional<String> text(String name) {
      return named(name).stream()
          .map(Entry::value)
          .filter(Text.class::isInstance)
          .map(value -> ((Text) value).value())
          .reduce((first, last) -> last);
    }

    List<String> texts(String name) {
      List<String> found = new ArrayList<>();
      for (Entry entry : named(name)) {
        if (entry.value() instanceof Items items) {
          for (SettingsTree item : items.values()) {
            if (item instanceof Text text) {
              found.add(text.value());
            }
          }
        }
      }
      return found;
    }
  }

  /**
   * @param line where it begins, or 0 in JSON
   */
  record Entry(String name, SettingsTree value, int line) {
    /** {@code credentials "host" { }}: every key but the first is a block of its own. */
    Entry(List<String> keys, SettingsTree value, int line) {
      this(keys.getFirst(), inside(keys.subList(1, keys.size()), value, line), line);
    }

    private static SettingsTree inside(List<String> keys, SettingsTree value, int line) {
      return keys.isEmpty() ? value : new Block(List.of(new Entry(keys, value, line)));
    }
  }

  /** A list of objects means what the objects one after the other mean. */
  static Block of(JsonNode object) {
    List<Entry> entries = new ArrayList<>();
    for (var field : object.properties()) {
      JsonNode value = field.getValue();
      boolean blocks = value.isArray() && !value.isEmpty() && value.get(0).isObject();
      if (blocks) {
        value.forEach(each -> entries.add(new Entry(field.getKey(), tree(each), 0)));
      } else {
        entries.add(new Entry(field.getKey(), tree(value), 0));
      }
    }
    return new Block(entries);
  }

  private static SettingsTree tree(JsonNode value) {
    if (value.isObject()) {
      return of(value);
    }
    if (value.isArray()) {
      List<SettingsTree> items = new ArrayList<>();
      value.forEach(item -> items.add(tree(item)));
      return new Items(items);
    }
    return new Text(value.asText());
  }
}
