package io.sluice.bridge.session;

import io.sluice.language.value.Value;

/** What names the object to import. */
public sealed interface ImportTarget {
  /** The id, whose form only the provider knows. */
  record Id(String id) implements ImportTarget {}

  /** The identity, for types that have one. */
  record Identity(Value identity) implements ImportTarget {}
}
