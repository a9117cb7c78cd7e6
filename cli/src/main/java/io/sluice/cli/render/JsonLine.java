package io.sluice.cli.render;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.report.JsonReport;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import java.time.Instant;
import java.util.Locale;

/**
 * One object of {@code --json}: a line with {@code v}, {@code type} and {@code @timestamp} first.
 */
public final class JsonLine {
  private static final int VERSION = 1;

  private JsonLine() {}

  public static ObjectNode of(String type, Instant at) {
    return Json.object().put("v", VERSION).put("type", type).put("@timestamp", at.toString());
  }

  /** The fields of a record after the three that every object has. */
  public static ObjectNode of(String type, Instant at, Object record) {
    ObjectNode line = of(type, at);
    line.setAll((ObjectNode) Json.toTree(record));
    return line;
  }

  /** {@code node_succeeded}, {@code run_ended}, …: the event itself under its kind's name. */
  public static ObjectNode of(Event event) {
    ObjectNode line = of(event.kind().name().toLowerCase(Locale.ROOT), event.at(), event);
    line.remove("kind");
    line.remove("at");
    return line;
  }

  public static ObjectNode of(Diagnostic diagnostic, Instant at) {
    ObjectNode line = of("diagnostic", at);
    line.setAll(new JsonReport().diagnostic(diagnostic));
    return line;
  }
}
