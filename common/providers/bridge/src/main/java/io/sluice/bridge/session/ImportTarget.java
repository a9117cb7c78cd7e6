package io.sluice.bridge.session;

import io.sluice.language.value.Value;
import io.sluice.language.value.json.JsonText;

/** What names the object to import. */
public sealed interface ImportTarget {
  /** For people, behind the name of its type. */
  default String told() {
    return switch (this) {
      case Id(String id) -> "with the id \"" + id + "\"";
      case Identity(Value identity) -> "with the identity " + JsonText.encode(identity);
    };
  }

  /** The id, whose form only the provider knows. */
  record Id(String id) implements ImportTarget {}

  /** The identity, for types that have one. */
  record Identity(Value identity) implements ImportTarget {}
}
