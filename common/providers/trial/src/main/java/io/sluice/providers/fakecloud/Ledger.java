package io.sluice.providers.fakecloud;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What was really made, changed and deleted, one line each, never rewritten. */
final class Ledger {
  private final Path file;
  private long next = 1;

  Ledger(Path file) {
    this.file = file;
  }

  /** The lines so far; a last line that a kill cut off is ended and skipped. */
  synchronized List<JsonNode> open() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    if (!Files.exists(file)) {
      Path parent = file.toAbsolutePath().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createFile(file);
      return lines;
    }
    String text = Files.readString(file);
    for (String line : text.lines().toList()) {
      try {
        JsonNode entry = Json.tree(line.getBytes(StandardCharsets.UTF_8));
        lines.add(entry);
        next = Math.max(next, entry.path("seq").asLong() + 1);
      } catch (MalformedMessage e) {
        // Cut off by a kill: its request was never answered.
      }
    }
    if (!text.isEmpty() && !text.endsWith("\n")) {
      append("\n");
    }
    return lines;
  }

  synchronized void write(String op, String kind, JsonNode object, String token) {
    ObjectNode line = Json.object();
    line.put("seq", next++)
        .put("at", Instant.now().toString())
        .put("op", op)
        .put("kind", kind)
        .put("id", object.path("id").asText())
        .put("token", token);
    line.set("object", object);
    append(Json.text(line) + "\n");
  }

  private void append(String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("the ledger " + file + " cannot be written", e);
    }
  }

  synchronized String text() {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
