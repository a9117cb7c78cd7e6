package io.sluice.planning.configuration.values;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.source.SourceRange;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.plan.Reference;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The body of one instance, read by its schema.
 *
 * @param config as a plan carries it
 * @param values the values of the same arguments by now, without those that are null
 * @param needs what they were made of
 * @param isSound whether nothing is wrong with it
 * @param places where the parts are written, by JSON pointers
 */
public record Decoded(
    ObjectNode config,
    Map<String, Value> values,
    List<Reference> references,
    List<String> sensitivePaths,
    SortedSet<Address> needs,
    boolean isSound,
    Map<String, SourceRange> places) {
  /** Where the part is written that a pointer leads to, or what is around it. */
  public Optional<SourceRange> place(String pointer) {
    String at = pointer;
    while (!at.isEmpty() && !places.containsKey(at)) {
      at = at.substring(0, at.lastIndexOf('/'));
    }
    return Optional.ofNullable(places.get(at));
  }
}
