package io.sluice.planner.configuration;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Repetition;
import io.sluice.language.evaluation.Expansion;
import io.sluice.language.evaluation.Residue;
import io.sluice.language.evaluation.Scene;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.model.Address;
import io.sluice.model.plan.Reference;
import io.sluice.planner.document.Placeholder;
import io.sluice.planner.document.Settings;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Blocks whose number of instances the run finds out. */
final class Placeholders {
  private Placeholders() {}

  /** Tells that an expression needs instances that only the run finds out; once for each block. */
  static void refuse(Residue residue, Expression expression, Diagnostics diagnostics) {
    for (Address block : residue.unexpanded()) {
      diagnostics.add(
          Diagnostic.error(
                  "Instances are not known yet",
                  "This depends on all of %s, and only the run finds out how many there are."
                      .formatted(block),
                  expression.range())
              .withHint("Apply without it first; what was counted by is known then."));
    }
    residue.unexpanded().clear();
  }

  static Optional<Placeholder> of(
      WantedConfiguration.Block block,
      Decoded body,
      Settings settings,
      Expansion.Waiting waiting,
      Diagnostics diagnostics) {
    Expression expression =
        switch (block.resource().repetition()) {
          case Repetition.Single single -> throw new IllegalStateException("it has one instance");
          case Repetition.Count(Expression count) -> count;
          case Repetition.ForEach(Expression each) -> each;
        };
    boolean counted = waiting.kind() == Expansion.Kind.COUNTED;
    Residue residue = new Residue();
    JsonNode by = residue.compile(expression, Scene.of(block.scene().module()), "");
    List<Reference> references = residue.references();
    if (references.isEmpty()) {
      diagnostics.error(
          counted ? "Invalid count argument" : "Invalid for_each argument",
          ("The \"%s\" value cannot be determined until apply, and it depends on no resource that"
               + " the run could wait for. Give a resource an attribute with the value, and refer"
               + " to that.")
              .formatted(counted ? "count" : "for_each"),
          expression.range());
      return Optional.empty();
    }
    boolean lone = by.isTextual() && references.size() == 1 && isWhole(by, references.getFirst());
    Reference multiplicity = references.getFirst();
    SortedMap<String, Reference> used = new TreeMap<>();
    references.forEach(reference -> used.put(reference.text(), reference));
    body.references().forEach(reference -> used.put(reference.text(), reference));
    used.remove(multiplicity.text());
    SortedSet<Address> needs = new TreeSet<>(block.ordering());
    needs.addAll(body.needs());
    needs.addAll(Triggers.needs(block));
    Address declared = StaticAddresses.declared(block.address());
    return Optional.of(
        new Placeholder(
            declared,
            declared.text(),
            block.address(),
            block.resource().name().type(),
            counted,
            multiplicity,
            body.config(),
            List.copyOf(used.values()),
            List.copyOf(needs),
            settings,
            Placeholder.MAX_INSTANCES,
            lone ? null : by,
            List.of(),
            List.of()));
  }

  private static boolean isWhole(JsonNode by, Reference reference) {
    return by.textValue().equals("${" + reference.text() + "}");
  }
}
