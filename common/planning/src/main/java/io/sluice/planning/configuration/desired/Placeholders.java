package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Repetition;
import io.sluice.language.instancing.Evaluation;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Expander;
import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.deferred.DeferredExpressions;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.model.Address;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.Timeouts;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.document.Lifecycle;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Blocks whose number of instances the run finds out. */
final class Placeholders {
  private Placeholders() {}

  static Optional<Placeholder> of(
      DesiredConfiguration.Block block,
      Decoded body,
      AskedObjects asked,
      Settings settings,
      Expansion.Waiting waiting,
      Diagnostics diagnostics) {
    SortedSet<Address> needs = new TreeSet<>(block.ordering());
    needs.addAll(body.needs());
    needs.addAll(asked.needs(block));
    needs.addAll(Triggers.needs(block));
    return of(
        new Waits(
            block.resource().repetition(),
            block.context(),
            block.address(),
            block.resource().name().type(),
            needs),
        body,
        asked.references(block, body),
        settings,
        waiting,
        diagnostics);
  }

  /** A step that is run once for each of what the run finds out. */
  static Optional<Placeholder> of(
      Step step,
      EvaluationContext context,
      Address address,
      Decoded body,
      SortedSet<Address> ordering,
      Expansion.Waiting waiting,
      Diagnostics diagnostics) {
    SortedSet<Address> needs = new TreeSet<>(ordering);
    needs.addAll(body.needs());
    Settings none = new Settings(null, null, Lifecycle.DEFAULT, Timeouts.NONE, null);
    return of(
        new Waits(step.repetition(), context, address, step.runner(), needs),
        body,
        body.references(),
        none,
        waiting,
        diagnostics);
  }

  /** A block as far as it matters who waits. */
  private record Waits(
      Repetition repetition,
      EvaluationContext context,
      Address address,
      String type,
      SortedSet<Address> dependencies) {}

  private static Optional<Placeholder> of(
      Waits block,
      Decoded body,
      List<Reference> within,
      Settings settings,
      Expansion.Waiting waiting,
      Diagnostics diagnostics) {
    Expression expression =
        switch (block.repetition()) {
          case Repetition.Single single -> throw new IllegalStateException("it has one instance");
          case Repetition.Count(Expression count) -> count;
          case Repetition.ForEach(Expression each) -> each;
        };
    boolean counted = waiting.kind() == Expansion.Kind.COUNTED;
    DeferredExpressions deferred = new DeferredExpressions();
    JsonNode by = deferred.compile(expression, EvaluationContext.of(block.context().module()), "");
    List<Reference> references = deferred.references();
    List<String> sensitive = new ArrayList<>(Placeholder.inConfig(body.sensitivePaths()));
    deferred.sensitivePaths().forEach(path -> sensitive.add("/by" + path));
    if (references.isEmpty()) {
      Expander.refuseEndless(block.repetition(), diagnostics);
      return Optional.empty();
    }
    boolean lone = by.isTextual() && references.size() == 1 && isWhole(by, references.getFirst());
    Reference multiplicity = references.getFirst();
    SortedMap<String, Reference> used = new TreeMap<>();
    references.forEach(reference -> used.put(reference.text(), reference));
    within.forEach(reference -> used.put(reference.text(), reference));
    used.remove(multiplicity.text());
    Address declared = Address.of(block.address().block());
    return Optional.of(
        Placeholder.of(
            draft -> {
              draft.declared = declared;
              draft.name = declared.text();
              draft.address = block.address();
              draft.type = block.type();
              draft.counted = counted;
              draft.multiplicity = multiplicity;
              draft.config = body.config();
              draft.references = List.copyOf(used.values());
              draft.dependencies = List.copyOf(block.dependencies());
              draft.settings = settings;
              draft.maxInstances = Evaluation.MAX_INSTANCES;
              draft.by = lone ? null : by;
              draft.sensitive = sensitive;
            }));
  }

  private static boolean isWhole(JsonNode by, Reference reference) {
    return by.textValue().equals("${" + reference.text() + "}");
  }
}
