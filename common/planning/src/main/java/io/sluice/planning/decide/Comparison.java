package io.sluice.planning.decide;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.substitution.Reference.Output;
import io.sluice.language.substitution.References;
import io.sluice.model.Address;
import io.sluice.model.plan.Reference;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.decide.DecisionMaker.Decided;
import io.sluice.planning.decide.DecisionMaker.Outcome;
import io.sluice.planning.decide.DecisionMaker.Pending;
import io.sluice.planning.document.Resource;
import io.sluice.provider.Provider.PlanInput;
import io.sluice.provider.ProviderRegistry.Found;
import io.sluice.provider.schema.AttributeSchema;
import io.sluice.provider.schema.PlannedChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Compares one resource with its record. What is compared is what was wanted, unsubstituted: the
 * change of a worker's variable alone is none.
 */
final class Comparison {
  private final Found type;
  private final Answers answers;
  private final Predicate<Reference> altered;
  private final Function<Reference, Optional<JsonNode>> recorded;

  /** With what a configuration knows by now: everything but {@code unknown}. */
  static Outcome compiled(
      Found type,
      Answers answers,
      Resource resource,
      StateRecord record,
      Set<String> unknown,
      String replace) {
    Comparison comparison =
        new Comparison(type, answers, reference -> true, reference -> Optional.empty());
    JsonNode before =
        Recorded.resolved(
            type.schema(),
            comparison.upgraded(record, record.desired()),
            comparison.upgraded(record, record.attributes()),
            resource.config());
    JsonNode config = IgnoredChanges.keep(resource, before);
    Set<String> still = new TreeSet<>(unknown);
    still.removeIf(pointer -> !config.at(pointer).equals(resource.config().at(pointer)));
    return comparison.decide(
        resource,
        record,
        config,
        new PlanInput(before, record.attributes(), config, still),
        planned ->
            replace.isEmpty()
                ? comparison.change(resource, record, planned, true)
                : new Change.Replace(differences(planned), replace));
  }

  /** Asks the provider what has to be done, and makes a decision of its answer. */
  private Outcome decide(
      Resource resource,
      StateRecord record,
      JsonNode config,
      PlanInput input,
      Function<PlannedChange, Change> meaning) {
    Question question = new Question.Comparison(resource.address(), type, input);
    return answers
        .to(question)
        .<Outcome>map(
            answer -> {
              Change change = meaning.apply(compared(answer));
              return new Decided(
                  new Decision(resource, change, made(resource, change, config), record, type));
            })
        .orElseGet(() -> new Pending(question));
  }

  /** A new object is made as it is written: there is nothing old to be kept in it. */
  private static JsonNode made(Resource resource, Change change, JsonNode config) {
    return change instanceof Change.Replace ? resource.config() : config;
  }

  private static PlannedChange compared(Answer answer) {
    if (answer instanceof Answer.Compared(PlannedChange change)) {
      return change;
    }
    throw new IllegalStateException("a comparison was answered by " + answer);
  }

  /**
   * @param altered whether a referenced value may be another one after this run
   * @param recorded the value that state has of a reference
   */
  Comparison(
      Found type,
      Answers answers,
      Predicate<Reference> altered,
      Function<Reference, Optional<JsonNode>> recorded) {
    this.type = type;
    this.answers = answers;
    this.altered = altered;
    this.recorded = recorded;
  }

  /**
   * @param replaced whether it is replaced, whatever the comparison says
   */
  Outcome with(Resource resource, StateRecord record, boolean replaced) {
    Outcome outcome = with(resource, record);
    return outcome instanceof Decided(Decision made)
            && replaced
            && !made.isReplaced()
            && record.status() != RecordStatus.IN_DOUBT
        ? new Decided(
            new Decision(
                resource,
                new Change.Replace(List.of(), "replace_triggered_by"),
                resource.config(),
                record,
                type))
        : outcome;
  }

  private Outcome with(Resource resource, StateRecord record) {
    if (Adopted.is(record)) {
      return withAttributes(resource, record);
    }
    JsonNode before = upgraded(record, record.desired());
    JsonNode config = IgnoredChanges.keep(resource, before);
    return decide(
        resource,
        record,
        config,
        new PlanInput(before, record.attributes(), config, unknown(resource, config)),
        planned -> change(resource, record, planned, false));
  }

  /** No configuration was ever applied to it: compares the one given now with its attributes. */
  private Outcome withAttributes(Resource resource, StateRecord record) {
    JsonNode there = upgraded(record, record.attributes());
    JsonNode config = IgnoredChanges.keep(resource, there);
    Map<String, JsonNode> values = new TreeMap<>();
    for (Reference reference : resource.references()) {
      if (!altered.test(reference)) {
        recorded.apply(reference).ifPresent(value -> values.put(reference.text(), value));
      }
    }
    Adopted.Resolved resolved = Adopted.resolved(config, values);
    JsonNode wanted = resolved.config();
    JsonNode before = Adopted.configured(type.schema(), there, resolved);
    return decide(
        resource,
        record,
        config,
        new PlanInput(before, record.attributes(), wanted, unknown(resource, config)),
        planned -> change(resource, record, planned, false));
  }

  private Change change(
      Resource resource, StateRecord record, PlannedChange planned, boolean compiled) {
    if (record.status() == RecordStatus.IN_DOUBT) {
      return record.id() == null ? new Change.Create() : update(planned);
    }
    if (record.status() == RecordStatus.TAINTED) {
      return new Change.Replace(differences(planned), "tainted");
    }
    if (!compiled && resource.replaceTriggers().stream().anyMatch(altered)) {
      return new Change.Replace(differences(planned), "replace_triggered_by");
    }
    return switch (planned) {
      case PlannedChange.NoChange none ->
          Adopted.is(record)
              ? new Change.Nothing()
              : unlessDrifted(resource, record, compiled || sameDependencies(resource, record));
      case PlannedChange.Create create -> new Change.Create();
      case PlannedChange.Update update -> update(update);
      case PlannedChange.Replace replace -> new Change.Replace(replace.differences(), "");
    };
  }

  /** As it was written; but is it still as it was made? */
  private Change unlessDrifted(Resource resource, StateRecord record, boolean sameDependencies) {
    List<PlannedChange.Difference> drifted = new ArrayList<>();
    for (String field : record.drifted()) {
      boolean ignored =
          resource.settings().lifecycle().ignoreAll()
              || resource.settings().lifecycle().ignoreChanges().contains(field);
      if (resource.config().hasNonNull(field) && !ignored) {
        boolean forces =
            type.schema()
                .body()
                .attribute(field)
                .map(AttributeSchema::forcesReplacement)
                .orElse(false);
        drifted.add(new PlannedChange.Difference("/" + field, forces, false));
      }
    }
    if (drifted.stream().anyMatch(PlannedChange.Difference::forcesReplacement)) {
      return new Change.Replace(drifted, "changed outside");
    }
    return drifted.isEmpty() && sameDependencies
        ? new Change.Nothing()
        : new Change.Update(drifted, Set.of());
  }

  private static Change update(PlannedChange planned) {
    return new Change.Update(differences(planned), planned.unknownAfter());
  }

  private static List<PlannedChange.Difference> differences(PlannedChange planned) {
    return switch (planned) {
      case PlannedChange.NoChange none -> List.of();
      case PlannedChange.Create create -> List.of();
      case PlannedChange.Update update -> update.differences();
      case PlannedChange.Replace replace -> replace.differences();
    };
  }

  /** They are kept for a later delete: out of date, they would order it wrongly. */
  private static boolean sameDependencies(Resource resource, StateRecord record) {
    return Set.copyOf(resource.dependencies()).equals(Set.<Address>copyOf(record.dependencies()));
  }

  private JsonNode upgraded(StateRecord record, JsonNode values) {
    return record.schemaVersion() < type.schema().version()
        ? type.provider().upgradeState(type.schema(), record.schemaVersion(), values)
        : values;
  }

  /** Where values are in the configuration that may change by a reference. */
  private Set<String> unknown(Resource resource, JsonNode config) {
    Set<String> texts = new TreeSet<>();
    for (Reference reference : resource.references()) {
      if (altered.test(reference)) {
        texts.add(reference.text());
      }
    }
    Set<String> pointers = new TreeSet<>();
    if (!texts.isEmpty()) {
      for (var found : References.in(config)) {
        if (found instanceof Output output && texts.contains(output.text())) {
          pointers.add(output.where());
        }
      }
    }
    return pointers;
  }
}
