package io.sluice.language.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.SourcePosition;
import io.sluice.language.source.SourceRange;
import java.util.List;

/**
 * Diagnostics as {@code terraform validate -json} writes them; {@code hint} is Sluice's own, and
 * its text is also the end of the detail, so that a reader of Terraform's misses nothing.
 */
public final class JsonReport {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final SourceExcerpt environment = new SourceExcerpt();

  /** The whole answer of {@code validate}. */
  public ObjectNode validation(List<Diagnostic> diagnostics) {
    long errors = diagnostics.stream().filter(Diagnostic::isError).count();
    ObjectNode report = JSON.objectNode();
    report.put("format_version", "1.0");
    report.put("valid", errors == 0);
    report.put("error_count", errors);
    report.put("warning_count", diagnostics.size() - errors);
    ArrayNode list = report.putArray("diagnostics");
    diagnostics.forEach(diagnostic -> list.add(diagnostic(diagnostic)));
    return report;
  }

  /** One diagnostic. */
  public ObjectNode diagnostic(Diagnostic diagnostic) {
    ObjectNode node = JSON.objectNode();
    node.put("severity", diagnostic.severity().word());
    node.put("summary", diagnostic.summary());
    String hint = diagnostic.hint();
    node.put(
        "detail",
        hint.isEmpty() ? diagnostic.detail() : (diagnostic.detail() + " " + hint).strip());
    if (!hint.isEmpty()) {
      node.put("hint", hint);
    }
    SourceRange range = diagnostic.range();
    if (range == null || range.isNone()) {
      return node;
    }
    node.set("range", range(range));
    Excerpt.of(diagnostic)
        .ifPresent(excerpt -> node.set("snippet", snippet(diagnostic, range, excerpt)));
    return node;
  }

  private static ObjectNode range(SourceRange range) {
    ObjectNode node = JSON.objectNode();
    node.put("filename", range.file());
    node.set("start", position(range.startPosition()));
    SourcePosition end = range.endPosition();
    boolean empty = range.end() == range.start();
    node.set(
        "end",
        position(empty ? new SourcePosition(end.line(), end.column() + 1, end.offset() + 1) : end));
    return node;
  }

  private static ObjectNode position(SourcePosition position) {
    return JSON.objectNode()
        .put("line", position.line())
        .put("column", position.column())
        .put("byte", position.offset());
  }

  private ObjectNode snippet(Diagnostic diagnostic, SourceRange range, Excerpt excerpt) {
    ObjectNode node = JSON.objectNode();
    node.put("context", environment.around(range));
    node.put("code", excerpt.code());
    node.put("start_line", excerpt.startLine());
    node.put("highlight_start_offset", excerpt.highlightStart());
    node.put("highlight_end_offset", excerpt.highlightEnd());
    ArrayNode values = node.putArray("values");
    for (Diagnostic.Observed observed : diagnostic.observed()) {
      values
          .addObject()
          .put("traversal", observed.reference())
          .put("statement", observed.statement());
    }
    return node;
  }
}
