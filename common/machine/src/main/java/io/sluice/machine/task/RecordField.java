package io.sluice.machine.task;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.record.StateRecord;
import java.util.Optional;

/** What a reference's path names in a record: for whoever answers with a value by reference. */
public final class RecordField {
  private RecordField() {}

  /** The path is as references have it: {@code a.b[0]["k"]}; empty is the whole object. */
  public static Optional<JsonNode> find(StateRecord record, String path) {
    return Values.field(record, path);
  }
}
