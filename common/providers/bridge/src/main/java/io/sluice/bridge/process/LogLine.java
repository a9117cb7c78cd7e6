package io.sluice.bridge.process;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A line of a plugin's log: as hclog writes it in JSON, with a level in brackets, or bare. */
public record LogLine(
    Level level, String message, String module, Map<String, String> pairs, boolean isBare) {

  /** How loud a line is. */
  public enum Level {
    TRACE,
    DEBUG,
    INFO,
    WARN,
    ERROR;

    static Optional<Level> of(String word) {
      return switch (word.toLowerCase(Locale.ROOT)) {
        case "trace" -> Optional.of(TRACE);
        case "debug" -> Optional.of(DEBUG);
        case "info" -> Optional.of(INFO);
        case "warn", "warning" -> Optional.of(WARN);
        case "error", "err" -> Optional.of(ERROR);
        default -> Optional.empty();
      };
    }
  }

  public LogLine {
    pairs = Map.copyOf(pairs);
  }

  static LogLine parse(String line) {
    if (line.startsWith("{")) {
      try {
        JsonNode node = Json.tree(line.getBytes(StandardCharsets.UTF_8));
        if (node.has("@message") || node.has("@level")) {
          return structured(node);
        }
      } catch (MalformedMessage e) {
        return bare(line);
      }
    }
    return bare(line);
  }

  private static LogLine structured(JsonNode node) {
    Map<String, String> pairs = new TreeMap<>();
    for (Map.Entry<String, JsonNode> pair : node.properties()) {
      if (!pair.getKey().startsWith("@")) {
        JsonNode value = pair.getValue();
        pairs.put(pair.getKey(), value.isTextual() ? value.textValue() : value.toString());
      }
    }
    return new LogLine(
        Level.of(node.path("@level").asText()).orElse(Level.INFO),
        node.path("@message").asText(),
        node.path("@module").asText(),
        pairs,
        false);
  }

  private static LogLine bare(String line) {
    int end = line.indexOf(']');
    if (line.startsWith("[") && end > 0) {
      Optional<Level> level = Level.of(line.substring(1, end));
      if (level.isPresent()) {
        return new LogLine(level.get(), line.substring(end + 1).strip(), "", Map.of(), false);
      }
    }
    return new LogLine(Level.DEBUG, line, "", Map.of(), true);
  }

  /** A warning, an error, or a line that is of no log at all. */
  boolean isMeantForPeople() {
    return isBare || level.compareTo(Level.WARN) >= 0;
  }

  static LogLine error(String line) {
    return new LogLine(Level.ERROR, line, "", Map.of(), true);
  }
}
