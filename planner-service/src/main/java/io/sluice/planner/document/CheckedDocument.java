package io.sluice.planner.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document without faults, expanded.
 *
 * @param tree the document as a value, for a message; checking it again gives the same
 * @param resources in the order of the document, instances of one declaration by index or key
 */
public record CheckedDocument(
    String workspace,
    @Nullable String name,
    @Nullable String submissionId,
    JsonNode tree,
    List<Resource> resources,
    List<Placeholder> placeholders,
    List<Diagnostic> warnings) {
  public CheckedDocument {
    resources = List.copyOf(resources);
    placeholders = List.copyOf(placeholders);
    warnings = List.copyOf(warnings);
  }
}
