package io.sluice.planning.decide;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.address.ProviderSource;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.plan.Reference;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.planning.ask.Question;
import io.sluice.planning.document.LatePart;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.planning.document.expand.Expansion;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema.Kind;
import io.sluice.seal.Sealer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides about each resource of the document, dependencies first: what happens to a resource
 * follows from what happens to those that it refers to.
 */
public final class Changes implements DecisionMaker {
  private final StateIndex state;
  private final ProviderRegistry registry;
  private final Refusals refusals;
  private final Map<Address, Decision> decisions = new LinkedHashMap<>();
  private final Unexpanded unexpanded = new Unexpanded();

  /** Instances of placeholders whose value was known already. */
  private final Map<Address, List<Address>> expanded = new HashMap<>();

  /** What no provider has answered for yet, and the questions that can be asked by now. */
  private final Set<Address> pending = new HashSet<>();

  private final List<Question> questions = new ArrayList<>();

  private final Answers answers;
  private final boolean refresh;
  private final BiPredicate<Address, Reference> outside;
  private final Set<String> replaced;

  /** {@code outside} says what may change of references to what is not in the document. */
  public Changes(
      Situation situation,
      StateIndex state,
      Refusals refusals,
      BiPredicate<Address, Reference> outside) {
    this.outside = outside;
    this.replaced = Set.copyOf(situation.options().replaces());
    this.state = state;
    this.registry = situation.registry();
    this.answers = situation.answers();
    this.refresh = situation.options().refresh();
    this.refusals = refusals;
  }

  /** In the order of their dependencies. */
  public Map<Address, Decision> decisions() {
    return decisions;
  }

  /** What providers have to answer first; when it is empty, everything is decided. */
  public List<Question> questions() {
    return List.copyOf(questions);
  }

  /** Placeholders that the run itself expands, by their address. */
  public Map<Address, Placeholder> waiting() {
    return unexpanded.placeholders();
  }

  /** What the run itself evaluates, by its address. */
  public Map<Address, LatePart> late() {
    return unexpanded.late();
  }

  /** What to wait for when something depends on this address. */
  public List<Address> meaning(Address dependency) {
    return expanded.getOrDefault(dependency, List.of(dependency));
  }

  /** The node that the run expands, if the address is that of an instance that may come of it. */
  public Optional<Address> placeholderOf(Address address) {
    return unexpanded.of(address);
  }

  @Override
  public Optional<StateRecord> record(Address address) {
    return state.find(address);
  }

  @Override
  public List<Address> instances(Address placeholder) {
    return state.instances(placeholder);
  }

  @Override
  public Optional<Decision> decided(Address address) {
    return Optional.ofNullable(decisions.get(address));
  }

  @Override
  public Outcome decide(Resource resource, Set<String> unknown, @Nullable String replace) {
    ProviderRegistry.Found type = type(resource).orElseThrow();
    StateRecord record = state.find(resource.address()).orElse(null);
    if (record == null) {
      return kept(created(resource, type));
    }
    if (state.isMoved(resource.address()) && !record.type().equals(resource.type())) {
      refusals.add(
          "Unsupported `moved` across resource types",
          "%s was a %s, and provider %s can't turn one into a %s."
              .formatted(
                  resource.address(), record.type(), type.provider().name(), resource.type()),
          "Import the object to its new address, and give up the old one: a `removed` block with"
              + " `destroy = false`.");
      return new Refused(List.of());
    }
    refuseForeign(resource, type, record);
    Outcome outcome =
        Comparison.compiled(
            type, answers, resource, record, unknown, replace == null ? "" : replace);
    return switch (outcome) {
      case Decided(Decision decision)
          when decision.isNothing() && state.isMoved(resource.address()) ->
          kept(moved(decision));
      case Decided(Decision decision) -> kept(decision);
      case Pending pending -> asked(resource.address(), resource.dependencies(), pending);
      case Refused refused -> refused;
    };
  }

  private Optional<ProviderRegistry.Found> type(Resource resource) {
    return registry.find(resource.settings().source(), Kind.RESOURCE, resource.type());
  }

  /** A record goes over to another provider only if a person says so. */
  private boolean refuseForeign(
      Resource resource, ProviderRegistry.Found type, StateRecord record) {
    String writer = writer(record);
    String meant = address(type);
    boolean foreign = writer != null && !writer.equals(meant);
    if (foreign) {
      refusals.add(
          "Another provider's resource",
          "%s in state was written by %s, but its configuration belongs to %s."
              .formatted(resource.address(), writer, meant),
          "To hand it over, run: sluice state replace-provider %s %s".formatted(writer, meant));
    }
    return foreign;
  }

  private @Nullable String writer(StateRecord record) {
    return record.source() == null
        ? registry.resource(record).map(Changes::address).orElse(null)
        : record.source();
  }

  private static String address(ProviderRegistry.Found type) {
    String real = type.source();
    return real == null ? ProviderSource.builtIn(type.provider().name()).toString() : real;
  }

  @Override
  public Outcome decide(
      Resource resource,
      ProviderRegistry.Found type,
      ProviderUse use,
      Value config,
      @Nullable String replace,
      Question.@Nullable Import imported) {
    StateRecord record = state.find(resource.address()).orElse(null);
    String moved = record != null && state.isMoved(resource.address()) ? writer(record) : null;
    Question.Origin origin =
        SelfPlanned.origin(resource.type(), address(type), record, moved, imported);
    boolean isForeign =
        record != null
            && origin instanceof Question.Origin.Recorded
            && refuseForeign(resource, type, record);
    if (isForeign) {
      return new Refused(List.of());
    }
    Question.Change question =
        SelfPlanned.question(resource, type, use, config, record, origin, replace != null, refresh);
    Set<Address> needs = new HashSet<>(use.needs());
    needs.addAll(resource.dependencies());
    Optional<Answer> answer = waitsFor(needs) ? Optional.empty() : answers.to(question);
    if (answer.isEmpty()) {
      return asked(resource.address(), needs, new Pending(question));
    }
    return switch (answer.get()) {
      case Answer.Planned(PlannedObject planned) -> {
        Decision made =
            origin instanceof Question.Origin.Imported(Question.Import named)
                ? SelfPlanned.imported(resource, type, named, planned, replace)
                : SelfPlanned.decision(resource, type, record, planned, replace);
        yield kept(made.isNothing() && state.isMoved(resource.address()) ? moved(made) : made);
      }
      case Answer.Refused(List<Answer.Remark> said) -> new Refused(said);
      case Answer.Compared compared -> throw misplaced(question);
      case Answer.Given given -> throw misplaced(question);
    };
  }

  /** What a recorded object is before it becomes one of this type. */
  public Question.Origin origin(StateRecord record, ProviderRegistry.Found type) {
    String moved = state.isMoved(record.address()) ? writer(record) : null;
    return SelfPlanned.origin(type.schema().type(), address(type), record, moved, null);
  }

  private static IllegalStateException misplaced(Question.OfAddress question) {
    return new IllegalStateException(
        "the answer for " + question.address() + " is of another kind");
  }

  /** Its record is written at the new address. */
  private static Decision moved(Decision made) {
    return new Decision(
        made.resource(),
        new Change.Update(List.of(), Set.of()),
        made.config(),
        made.record(),
        made.type(),
        made.planned());
  }

  @Override
  public Optional<Answer> read(Question.Data question) {
    Optional<Answer> answer = answers.to(question);
    if (answer.isEmpty()) {
      pending.add(question.address());
      questions.add(question);
    }
    return answer;
  }

  @Override
  public void postpone(Address address) {
    pending.add(address);
  }

  @Override
  public boolean isPending(Collection<Address> addresses) {
    return waitsFor(addresses);
  }

  private boolean waitsFor(Collection<Address> needs) {
    return !pending.isEmpty()
        && needs.stream().flatMap(need -> meaning(need).stream()).anyMatch(pending::contains);
  }

  private static Decision created(Resource resource, ProviderRegistry.Found type) {
    return new Decision(resource, new Change.Create(), resource.config(), null, type);
  }

  private Outcome kept(Decision decision) {
    decisions.put(decision.resource().address(), decision);
    return new Decided(decision);
  }

  /** What waits for other answers is asked about when those are there. */
  private Outcome asked(Address address, Collection<Address> needs, Pending unanswered) {
    boolean waits = waitsFor(needs);
    pending.add(address);
    if (!waits) {
      questions.add(unanswered.question());
    }
    return unanswered;
  }

  /** A placeholder of a configuration always waits: what is known has been expanded. */
  @Override
  public void await(Placeholder placeholder) {
    unexpanded.add(placeholder);
  }

  @Override
  public void await(LatePart part) {
    unexpanded.add(part);
  }

  @Override
  public void decide(Resource resource) {
    ProviderRegistry.Found type = type(resource).orElse(null);
    if (type == null) {
      refusals.add(
          "Unknown resource type",
          "No provider has the type of " + resource.address() + ".",
          registry.whereItMayBe());
      return;
    }
    if (type.provider().plansItself()) {
      refusals.add(
          "Unsupported resource type",
          "%s is of provider %s, which plan documents can't use."
              .formatted(resource.address(), type.provider().name()),
          "Write it in a configuration.");
      return;
    }
    StateRecord record = state.find(resource.address()).orElse(null);
    if (record == null) {
      kept(created(resource, type));
      return;
    }
    refuseForeign(resource, type, record);
    Outcome outcome =
        new Comparison(type, answers, value -> alters(resource.address(), value), this::recorded)
            .with(resource, record, replaced.contains(resource.address().text()));
    switch (outcome) {
      case Decided(Decision decision) -> kept(decision);
      case Pending unanswered -> asked(resource.address(), resource.dependencies(), unanswered);
      case Refused refused -> throw new IllegalStateException("a comparison is never refused");
    }
  }

  @Override
  public void expandOrAwait(Placeholder placeholder) {
    JsonNode value = known(placeholder.address(), placeholder.multiplicity());
    if (value == null) {
      unexpanded.add(triggered(placeholder));
      return;
    }
    switch (Expansion.of(placeholder, value)) {
      case Expansion.Invalid invalid ->
          refusals.add(
              "Invalid " + (placeholder.counted() ? "count" : "for_each") + " argument",
              invalid.problem(),
              "");
      case Expansion.Expanded(List<Resource> instances) -> {
        List<Address> addresses = new ArrayList<>();
        for (Resource instance : instances) {
          addresses.add(instance.address());
          decide(instance);
        }
        expanded.put(placeholder.address(), addresses);
      }
    }
  }

  /**
   * Instances whose {@code replace_triggered_by} fires are replaced by the run, if they are left
   * then.
   */
  private Placeholder triggered(Placeholder placeholder) {
    boolean fired =
        placeholder.triggers().stream().anyMatch(value -> alters(placeholder.address(), value));
    return fired
        ? placeholder.replacing(
            state.instances(placeholder.address()).stream().map(Address::text).toList())
        : placeholder;
  }

  /** The value, if this run does not change it and state has it at hand. */
  private @Nullable JsonNode known(Address asking, Reference reference) {
    Decision decision = decisions.get(reference.address());
    if (decision == null
        || decision.record() == null
        || alters(asking, reference)
        || state.isClosed(reference.address())) {
      return null;
    }
    return RecordedValue.of(decision.record(), reference.path());
  }

  /** What is sealed is of no use for a comparison: the worker makes it. */
  private Optional<JsonNode> recorded(Reference reference) {
    return state
        .find(reference.address())
        .flatMap(record -> Optional.ofNullable(RecordedValue.of(record, reference.path())))
        .filter(value -> !Sealer.holdsSealed(value));
  }

  /** Whether what the reference stands for may be another value after this run. */
  boolean alters(Address asking, Reference reference) {
    Decision decision = decisions.get(reference.address());
    if (decision == null) {
      return pending.contains(reference.address())
          || placeholderOf(reference.address()).isPresent()
          || outside.test(asking, reference);
    }
    String attribute = RecordedValue.firstField(reference.path());
    return Change.alters(decision.change(), decision.config().hasNonNull(attribute), attribute);
  }
}
