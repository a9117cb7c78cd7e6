package io.sluice.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.exchange.TerraformExport;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.json.Json;
import io.sluice.model.message.Snapshot;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord.Origin;
import io.sluice.provider.ProviderRegistry;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A snapshot as Terraform's state: what is sealed must have been opened before. */
final class TerraformForm {
  private TerraformForm() {}

  static ObjectNode of(Snapshot snapshot, Invocation invocation) {
    List<String> sealed =
        snapshot.resources().stream()
            .filter(Keys::holdsSealed)
            .map(record -> record.address().text())
            .toList();
    if (!sealed.isEmpty()) {
      throw Fault.of(
          "State holds sealed values",
          "Terraform can't read them: "
              + String.join(", ", sealed.stream().limit(5).toList())
              + (sealed.size() > 5 ? ", ..." : "")
              + ".",
          "--reveal writes them in clear, where the key is; keep the file as you keep the key.");
    }
    Origin origin = snapshot.origin();
    TerraformExport.Exported exported =
        TerraformExport.write(
            origin == null ? "" : origin.lineage(),
            serial(origin, snapshot.version()),
            snapshot.resources(),
            outputs(snapshot.outputs()),
            ProviderRegistry.load(invocation.directory().resolve("plugins")));
    exported.left().forEach(invocation::note);
    return exported.state();
  }

  /** Counts on from the serial that the state came with. */
  static long serial(@Nullable Origin origin, long version) {
    return origin == null
        ? Math.max(1, version)
        : origin.serial() + Math.max(0, version - origin.version());
  }

  /** Where a file of this serial stands in the workspace's own count. */
  static long version(@Nullable Origin origin, long serial) {
    return origin == null ? serial : origin.version() + serial - origin.serial();
  }

  private static ObjectNode outputs(@Nullable JsonNode record) {
    ObjectNode outputs = Json.object();
    if (record == null) {
      return outputs;
    }
    JsonNode values = record.has("attributes") ? record.path("attributes") : record;
    for (Map.Entry<String, JsonNode> field : values.properties()) {
      JsonNode output = field.getValue();
      if (output.isObject() && output.has("value")) {
        ObjectNode written = outputs.putObject(field.getKey());
        written.set("value", output.path("value"));
        if (output.hasNonNull("type")) {
          written.set("type", output.path("type"));
        }
        if (output.path("sensitive").asBoolean()) {
          written.put("sensitive", true);
        }
      }
    }
    return outputs;
  }

  /** The records that anyone has changed since a file of this version was taken. */
  static List<String> changedSince(List<StateRecord> records, long version) {
    return records.stream()
        .filter(record -> record.version() > version)
        .map(record -> record.address().text())
        .toList();
  }
}
