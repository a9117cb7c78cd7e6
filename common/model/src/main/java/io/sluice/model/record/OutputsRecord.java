package io.sluice.model.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The fields of the attributes that the record of a workspace's outputs has: what the workspace
 * gives to others, and, where its configuration says {@code on_change}, what it takes from them.
 */
public final class OutputsRecord {
  public static final String VALUES = "values";

  /** What it takes, with the fields below. */
  public static final String READS = "reads";

  /** By workspace, {@code {all?, outputs}}: the outputs that it uses, as they were when applied. */
  public static final String WORKSPACES = "workspaces";

  public static final String ON_CHANGE = "on_change";

  /** Says whether the configuration is the one that was applied. */
  public static final String DIGEST = "digest";

  /** The configuration that was applied, packed: what a run of it begins with. */
  public static final String DOCUMENT = "document";

  private OutputsRecord() {}

  /** What it takes; nothing where its configuration does not say {@code on_change}. */
  public static JsonNode reads(JsonNode record) {
    return record.path("attributes").path(READS);
  }

  /** The record for all but those who begin runs: the configuration may be large. */
  public static JsonNode withoutDocument(JsonNode record) {
    if (!reads(record).has(DOCUMENT)) {
      return record;
    }
    ObjectNode smaller = record.deepCopy();
    smaller.withObject("/attributes/" + READS).remove(DOCUMENT);
    return smaller;
  }

  /** The configuration that was applied last; empty where none is kept. */
  public static String document(JsonNode record) {
    return reads(record).path(DOCUMENT).asText();
  }
}
