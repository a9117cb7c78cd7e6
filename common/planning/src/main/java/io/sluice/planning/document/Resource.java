package io.sluice.planning.document;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Address;
import io.sluice.model.plan.Reference;
import java.util.List;

/**
 * One resource instance that a document wants.
 *
 * @param declared the address of its declaration: {@code type.name} for {@code type.name[0]}
 * @param name as references call it: {@code name}, {@code name[0]}, {@code name["k"]}
 * @param config unsubstituted, but with {@code count} and {@code each} filled in
 * @param dependencies sorted; one that ends in {@code [*]} is a placeholder's
 * @param replaceTriggers what must not change without replacing it
 */
public record Resource(
    Address declared,
    String name,
    Address address,
    String type,
    JsonNode config,
    List<Reference> references,
    List<Address> dependencies,
    List<Reference> replaceTriggers,
    Settings settings) {
  public Resource {
    references = List.copyOf(references);
    dependencies = List.copyOf(dependencies);
    replaceTriggers = List.copyOf(replaceTriggers);
  }
}
