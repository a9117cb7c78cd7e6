package io.sluice.provider;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.JsonPointers;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which paths of an object's attributes have to be sealed: those that its schema calls sensitive,
 * those that a secret of the configuration went into, and any other text in which a known secret
 * turns up again (a command's output, say).
 */
public final class SecretPaths {
  private final Redaction redaction;
  private final Set<String> found = new TreeSet<>();

  private SecretPaths(Redaction redaction) {
    this.redaction = redaction;
  }

  public static Set<String> of(JsonNode attributes, Collection<String> known, Redaction redaction) {
    SecretPaths paths = new SecretPaths(redaction);
    known.stream()
        .filter(path -> !path.isEmpty() && !attributes.at(path).isMissingNode())
        .forEach(paths.found::add);
    paths.search(attributes, "");
    return paths.outermost();
  }

  private void search(JsonNode value, String path) {
    if (found.contains(path)) {
      return;
    }
    if (value.isObject()) {
      for (Map.Entry<String, JsonNode> field : value.properties()) {
        search(field.getValue(), JsonPointers.child(path, field.getKey()));
        if (reveals(field.getKey())) {
          found.add(path);
        }
      }
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        search(value.path(i), path + "/" + i);
      }
    } else if (value.isValueNode() && !value.isNull() && reveals(value.asText())) {
      found.add(path);
    }
  }

  private boolean reveals(String text) {
    return !redaction.apply(text).equals(text);
  }

  /** A sealed object hides what is in it: paths below it need no seal of their own. */
  private Set<String> outermost() {
    Set<String> outer = new TreeSet<>();
    for (String path : found) {
      if (outer.stream().noneMatch(above -> path.startsWith(above + "/"))) {
        outer.add(path);
      }
    }
    return outer;
  }
}
