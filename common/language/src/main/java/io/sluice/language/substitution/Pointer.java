package io.sluice.language.substitution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.JsonPointers;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Where the walk is; the text of a JSON pointer is only made when someone asks for it. */
record Pointer(@Nullable Pointer parent, String last) {
  static final Pointer ROOT = new Pointer(null, "");

  static NavigableSet<String> sortedKeys(JsonNode object) {
    NavigableSet<String> keys = new TreeSet<>();
    object.fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  Pointer field(String key) {
    return new Pointer(this, key);
  }

  Pointer element(int index) {
    return new Pointer(this, Integer.toString(index));
  }

  String text() {
    return parent == null ? "" : JsonPointers.child(parent.text(), last);
  }
}
