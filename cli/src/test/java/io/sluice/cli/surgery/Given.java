package io.sluice.cli.surgery;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/** Records for tests. */
public final class Given {
  private Given() {}

  public static StateRecord record(
      String address, String attributes, String desired, String... dependencies) {
    return record(address, attributes, desired, RecordStatus.OK, 7, dependencies);
  }

  public static StateRecord record(
      String address,
      String attributes,
      String desired,
      RecordStatus status,
      long version,
      String... dependencies) {
    Address at = new Address(address);
    JsonNode values = json(attributes);
    return StateRecord.of(
        draft -> {
          draft.workspace = "w";
          draft.address = at;
          draft.type = at.type();
          draft.schemaVersion = 1;
          draft.id = values.hasNonNull("id") ? values.path("id").asText() : null;
          draft.attributes = values;
          draft.desired = json(desired);
          draft.dependencies = Arrays.stream(dependencies).map(Address::new).toList();
          draft.status = status;
          draft.version = version;
          draft.epoch = 1;
          draft.runId = "run";
          draft.updatedAt = Instant.EPOCH;
        });
  }

  public static JsonNode json(String text) {
    try {
      return Json.tree(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new AssertionError(e);
    }
  }
}
