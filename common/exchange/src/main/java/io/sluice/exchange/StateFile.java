package io.sluice.exchange;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.Address;
import io.sluice.model.digest.Sha256;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.json.RequiredFields;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A workspace in a file: {@code {v, type: "state", workspace, version, lineage, outputs?,
 * resources, checksum}}. What is sealed stays sealed.
 *
 * @param version where the workspace stood when it was written
 */
public record StateFile(
    String workspace,
    long version,
    @Nullable String lineage,
    @Nullable StateRecord outputs,
    List<StateRecord> resources) {
  private static final int FORM = 2;
  private static final String CHECKSUM = "checksum";

  public StateFile {
    resources = List.copyOf(resources);
  }

  /** All that is written, the outputs among them. */
  public List<StateRecord> records() {
    List<StateRecord> all = new ArrayList<>(resources);
    if (outputs != null) {
      all.add(outputs);
    }
    return all;
  }

  public static ObjectNode write(Snapshot snapshot, Instant at) {
    ObjectNode file =
        Json.object()
            .put("v", FORM)
            .put("type", "state")
            .put("@timestamp", at.toString())
            .put("workspace", snapshot.workspace())
            .put("version", snapshot.version());
    if (snapshot.origin() != null) {
      file.put("lineage", snapshot.origin().lineage());
    }
    if (snapshot.outputs() != null) {
      file.set("outputs", snapshot.outputs());
    }
    ArrayNode resources = file.putArray("resources");
    snapshot.resources().stream()
        .sorted(Comparator.comparing(StateRecord::address))
        .forEach(resource -> resources.add(Json.toTree(resource)));
    return file.put(CHECKSUM, checksum(file));
  }

  public static boolean is(JsonNode tree) {
    return tree.path("type").asText().equals("state") && tree.has("resources");
  }

  public static JsonNode tree(byte[] bytes, String name) {
    try {
      return Json.tree(bytes);
    } catch (MalformedMessage e) {
      String place = e.line() > 0 ? "Line " + e.line() + ", column " + e.column() + ": " : "";
      throw new UnusableFile(
          name + " is damaged: it is not JSON",
          place + e.getMessage() + ".",
          "Use the previous copy (NAME.backup). Nothing was changed.",
          e);
    }
  }

  /**
   * @param name of the file, for people
   */
  public static StateFile read(JsonNode tree, String name) {
    int form = tree.path("v").asInt();
    if (form < 1 || form > FORM) {
      throw new UnusableFile(
          name + " has an unknown version",
          "It has version " + tree.path("v") + "; this build reads up to version " + FORM + ".",
          "Use the build that wrote it, or a newer one.");
    }
    String said = tree.path(CHECKSUM).asText();
    if (!said.isEmpty() && !said.equals(checksum(tree))) {
      throw new UnusableFile(
          name + " is damaged or was edited",
          "Its checksum does not match its content.",
          "Use the previous copy (NAME.backup). If you edited it yourself, remove the line"
              + " \"checksum\" and push it again.");
    }
    if (!tree.path("resources").isArray() || tree.path("workspace").asText().isEmpty()) {
      throw new UnusableFile(
          name + " is not a complete state",
          "It names no workspace, or its resources are not a list.",
          "Get it from `sluice state pull`. Nothing was changed.");
    }
    List<StateRecord> resources = new ArrayList<>();
    Set<Address> seen = new HashSet<>();
    for (JsonNode resource : tree.path("resources")) {
      StateRecord record = record(resource, name);
      if (!seen.add(record.address())) {
        throw new UnusableFile(
            name + " has " + record.address() + " twice",
            "One of the two would be lost.",
            "Remove one of them. Nothing was changed.");
      }
      resources.add(record);
    }
    JsonNode outputs = tree.path("outputs");
    return new StateFile(
        tree.path("workspace").asText(),
        tree.path("version").asLong(),
        tree.hasNonNull("lineage") ? tree.path("lineage").asText() : null,
        outputs.isObject() && outputs.has("address") ? record(outputs, name) : null,
        resources);
  }

  private static StateRecord record(JsonNode tree, String name) {
    try {
      StateRecord record = Json.mapper().treeToValue(tree, StateRecord.class);
      RequiredFields.check(record);
      return record;
    } catch (JsonProcessingException | MalformedMessage | IllegalArgumentException e) {
      throw new UnusableFile(
          name + " has a resource that cannot be read",
          tree.path("address").asText("one without an address") + ": " + e.getMessage() + ".",
          "Nothing was changed.",
          e);
    }
  }

  private static String checksum(JsonNode file) {
    ObjectNode content = ((ObjectNode) file).deepCopy();
    content.remove(CHECKSUM);
    return "sha256:" + Sha256.hex(Json.encode(content));
  }
}
