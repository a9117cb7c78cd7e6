package io.sluice.planning.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.plan.ProviderBlock;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A document without faults, expanded.
 *
 * @param tree the document as a value, for a message; checking it again gives the same
 * @param providers configurations of providers by their names, {@code fakecloud.west}
 * @param imports objects to take into state
 * @param resources in the order of the document, instances of one declaration by index or key
 */
public record CheckedDocument(
    String workspace,
    @Nullable String name,
    @Nullable String submissionId,
    JsonNode tree,
    List<Resource> resources,
    List<Placeholder> placeholders,
    List<Diagnostic> warnings,
    SortedMap<String, ProviderBlock> providers,
    List<Import> imports) {
  /** An existing object that is not in state; {@code to} is a name or an address. */
  public record Import(String to, String id) {}

  public CheckedDocument {
    providers = Collections.unmodifiableSortedMap(new TreeMap<>(providers));
    resources = List.copyOf(resources);
    placeholders = List.copyOf(placeholders);
    warnings = List.copyOf(warnings);
    imports = List.copyOf(imports);
  }

  public CheckedDocument(
      String workspace,
      @Nullable String name,
      @Nullable String submissionId,
      JsonNode tree,
      List<Resource> resources,
      List<Placeholder> placeholders,
      List<Diagnostic> warnings,
      SortedMap<String, ProviderBlock> providers) {
    this(
        workspace,
        name,
        submissionId,
        tree,
        resources,
        placeholders,
        warnings,
        providers,
        List.of());
  }

  public CheckedDocument(
      String workspace,
      @Nullable String name,
      @Nullable String submissionId,
      JsonNode tree,
      List<Resource> resources,
      List<Placeholder> placeholders,
      List<Diagnostic> warnings) {
    this(
        workspace,
        name,
        submissionId,
        tree,
        resources,
        placeholders,
        warnings,
        Collections.emptySortedMap(),
        List.of());
  }
}
