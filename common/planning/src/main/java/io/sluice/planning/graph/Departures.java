package io.sluice.planning.graph;

import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answer.Remark;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.planning.ask.Question;
import io.sluice.planning.decide.Changes;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.decide.Refusals;
import io.sluice.planning.decide.Situation;
import io.sluice.planning.decide.StateIndex;
import io.sluice.provider.ProviderRegistry.Found;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Decides how objects go that state holds and nothing wants. */
final class Departures {
  private final Situation situation;
  private final StateIndex state;
  private final Changes changes;
  private final DesiredState wanting;
  private final Refusals refusals;
  private final List<Vertex.Unwanted> deleted = new ArrayList<>();
  private final List<StateRecord> forgotten = new ArrayList<>();
  private final List<StateRecord> gone = new ArrayList<>();
  private final Map<Address, PlannedObject> planned = new TreeMap<>();
  private final List<Question> questions = new ArrayList<>();

  Departures(
      Situation situation,
      StateIndex state,
      Changes changes,
      DesiredState wanting,
      Refusals refusals) {
    this.situation = situation;
    this.state = state;
    this.changes = changes;
    this.wanting = wanting;
    this.refusals = refusals;
  }

  /** Finds them; of those whose providers plan by themselves, the providers have the last word. */
  void find() {
    Set<String> taken = new HashSet<>();
    wanting.auxiliary().forEach(node -> taken.add(node.id()));
    for (StateRecord record : state.live()) {
      if (!changes.decisions().containsKey(record.address())
          && !taken.contains(record.address().text())
          && changes.placeholderOf(record.address()).isEmpty()) {
        add(record);
      }
    }
    for (StateRecord record : state.others()) {
      if (!taken.contains(record.address().text())) {
        add(record);
      }
    }
    state.deposed().forEach(this::delete);
  }

  private void add(StateRecord record) {
    switch (wanting.fate(record)) {
      case DELETE -> delete(record);
      case FORGET -> forgotten.add(record);
      case KEEP -> {}
    }
  }

  private void delete(StateRecord record) {
    Vertex.Unwanted leaving = leaving(record).orElse(null);
    if (leaving == null) {
      refuseUnserved(record);
    } else if (leaving.type().provider().plansItself() && record.id() != null) {
      if (!isSpared(record)) {
        ask(leaving);
      }
    } else {
      deleted.add(leaving);
    }
  }

  /**
   * As what and by whom an object goes: what a {@code moved} block led to another type goes as one
   * of that type, although it is not wanted there either.
   */
  private Optional<Vertex.Unwanted> leaving(StateRecord record) {
    return Optional.of(record.address())
        .filter(state.moved()::containsKey)
        .flatMap(wanting::served)
        .filter(at -> at.type().provider().plansItself())
        .filter(at -> changes.origin(record, at.type()) instanceof Question.Origin.Moved)
        .map(at -> new Vertex.Unwanted(record.through(at.provider()), at.type()))
        .or(
            () ->
                situation
                    .registry()
                    .resource(record)
                    .map(type -> new Vertex.Unwanted(record, type)));
  }

  /** An unwanted object that is no target stays, and its provider is not asked. */
  private boolean isSpared(StateRecord record) {
    List<String> targets = situation.options().targets();
    String address = record.address().live().text();
    return situation.kind() == RunKind.APPLY
        && !targets.isEmpty()
        && targets.stream().noneMatch(target -> Targets.around(target, address));
  }

  private void refuseUnserved(StateRecord record) {
    String source = record.source();
    refusals.add(
        source == null ? "Unknown resource type" : "Provider isn't installed",
        source == null
            ? record.address()
                + " in state is of type "
                + record.type()
                + ", which no provider has."
            : record.address() + " in state was written by " + source + ", which is not there.",
        (source == null
                ? "Put the provider's jar into the folder plugins"
                : "Name the provider in required_providers and run `sluice init`")
            + ", or remove the resource from state: sluice state rm "
            + record.address());
  }

  private void ask(Vertex.Unwanted leaving) {
    StateRecord record = leaving.record();
    Found type = leaving.type();
    ProviderUse use = wanting.use(record, type).orElse(null);
    if (use == null) {
      refusals.add(
          "Provider configuration not present",
          "To work with %s its original provider configuration at %s is required, but it has been removed."
              .formatted(record.address(), record.providerConfig()),
          "Put the provider block back until the object is gone, or remove it from state: sluice"
              + " state rm "
              + record.address());
      return;
    }
    Question question =
        new Question.Change(
            record.address(),
            type,
            use,
            Optional.of(record),
            Value.nullOf(Types.ANY),
            Question.Ignored.NONE,
            false,
            situation.options().refresh() || record.refreshDue(),
            changes.origin(record, type));
    Answer answer = situation.answers().to(question).orElse(null);
    switch (answer) {
      case null -> questions.add(question);
      case Answer.Planned(PlannedObject object) -> {
        planned.put(record.address(), object);
        if (object.action() == Action.FORGET) {
          gone.add(record);
        } else {
          deleted.add(leaving);
        }
      }
      case Answer.Refused(List<Remark> said) ->
          said.stream()
              .filter(Remark::isError)
              .forEach(
                  remark ->
                      refusals.add(
                          remark.summary(), record.address() + ": " + remark.detail(), ""));
      case Answer.Compared compared -> throw new IllegalStateException("a delete was compared");
      case Answer.Given given -> throw new IllegalStateException("a delete was read");
    }
  }

  /** Answers that are missing. */
  List<Question> questions() {
    return questions;
  }

  List<Vertex.Unwanted> deleted() {
    return deleted;
  }

  List<StateRecord> forgotten() {
    return forgotten;
  }

  /** Of objects that are gone already. */
  List<StateRecord> gone() {
    return gone;
  }

  /** What a provider plans for what goes; null for those that do not plan by themselves. */
  @Nullable PlannedObject planned(Address address) {
    return planned.get(address);
  }
}
