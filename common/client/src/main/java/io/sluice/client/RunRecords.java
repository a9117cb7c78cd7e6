package io.sluice.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Answers of the query API as records. What a newer build wrote and this one can't read is left
 * out.
 */
public final class RunRecords {
  private RunRecords() {}

  public static Optional<RunRecord> decoded(JsonNode tree) {
    return decoded(tree, RunRecord.class);
  }

  /** The run of an answer about one run, if there was one. */
  public static Optional<RunRecord> answered(Optional<JsonNode> answer) {
    return answer.flatMap(tree -> decoded(tree.path("run")));
  }

  /** The newest first. */
  public static List<RunRecord> decoded(List<JsonNode> trees) {
    return trees.stream()
        .flatMap(tree -> decoded(tree).stream())
        .sorted(Comparator.comparing(RunRecord::submittedAt).reversed())
        .toList();
  }

  public static Map<String, NodeRecord> nodes(JsonNode tree) {
    Map<String, NodeRecord> nodes = new TreeMap<>();
    tree.properties()
        .forEach(
            field ->
                decoded(field.getValue(), NodeRecord.class)
                    .ifPresent(node -> nodes.put(field.getKey(), node)));
    return nodes;
  }

  public static <T> Optional<T> decoded(JsonNode tree, Class<T> type) {
    try {
      return Optional.ofNullable(Json.mapper().treeToValue(tree, type));
    } catch (JsonProcessingException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
