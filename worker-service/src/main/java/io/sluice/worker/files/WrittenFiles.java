package io.sluice.worker.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.file.BundledFile;
import io.sluice.model.file.FileEntry;
import io.sluice.model.json.Json;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a node of a run wrote.
 *
 * @param files by their places in the run's directory
 */
public record WrittenFiles(String node, SortedMap<String, FileEntry> files) {
  static WrittenFiles read(JsonNode json) {
    SortedMap<String, FileEntry> files = new TreeMap<>();
    json.path("files")
        .properties()
        .forEach(
            each ->
                BundledFile.read(each.getValue())
                    .ifPresent(file -> files.put(each.getKey(), file.entry())));
    return new WrittenFiles(json.path("node").asText(), files);
  }

  JsonNode toJson() {
    ObjectNode json = Json.object().put("node", node);
    ObjectNode all = json.putObject("files");
    files.forEach(
        (path, entry) -> all.set(path, new BundledFile(entry, null, new TreeMap<>()).toJson()));
    return json;
  }
}
