package io.sluice.bridge.host;

import io.sluice.bridge.schema.SchemaCatalog;

/** What came of asking what a package says of itself. */
public sealed interface Described {
  record Known(SchemaCatalog catalog) implements Described {}

  record Unknown(String reason) implements Described {}
}
