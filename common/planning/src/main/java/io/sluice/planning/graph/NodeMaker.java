package io.sluice.planning.graph;

import io.sluice.language.instancing.StepAddress;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Node.Prior;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.Timeouts;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.decide.Adopted;
import io.sluice.planning.decide.Decision;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.decide.StateIndex;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.planning.document.Settings;
import io.sluice.planning.graph.NodeGraph.Placed;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns placed vertices into the nodes of a run. */
final class NodeMaker {
  private final ProviderRegistry registry;
  private final Map<String, ProviderBlock> providers;
  private final Set<Address> createBeforeDestroy;
  private final Function<Address, @Nullable PlannedObject> departing;

  private final StateIndex state;
  private final DesiredState wanting;

  /**
   * @param departing what providers plan for what is not wanted any more
   */
  NodeMaker(
      ProviderRegistry registry,
      StateIndex state,
      DesiredState wanting,
      Function<Address, @Nullable PlannedObject> departing,
      Set<Address> createBeforeDestroy) {
    this.registry = registry;
    this.providers = wanting.providers();
    this.wanting = wanting;
    this.departing = departing;
    this.state = state;
    this.createBeforeDestroy = createBeforeDestroy;
  }

  Node node(Placed placed) {
    return switch (placed.vertex()) {
      case Vertex.Wanted wanted -> wanted(placed, wanted);
      case Vertex.OldHalf half ->
          deleted(
              placed,
              half.record(),
              half.decision().type(),
              half.decision().resource().settings(),
              half.address().text(),
              half.decision().planned(),
              createBeforeDestroy.contains(half.address()));
      case Vertex.Imported imported -> imported(placed, imported.id(), imported.decision());
      case Vertex.Unwanted unwanted ->
          deleted(
              placed,
              unwanted.record(),
              registry.resource(unwanted.record()).orElseThrow(),
              null,
              null,
              departing.apply(unwanted.address()),
              unwanted.record().createBeforeDestroy());
      case Vertex.Unexpanded unexpanded -> unexpanded(placed, unexpanded.placeholder());
      case Vertex.Companion companion -> companion(placed, companion.node());
      case Vertex.Forgotten forgotten -> forgotten(placed, forgotten.address(), forgotten.record());
      case Vertex.Gone gone -> forgotten(placed, gone.address(), gone.record());
    };
  }

  /** Its provider has found the object, and is not asked again. */
  private Node imported(Placed placed, String id, Decision decision) {
    Resource resource = decision.resource();
    Settings settings = resource.settings();
    TypeSchema schema = decision.type().schema();
    String named = Objects.requireNonNull(decision.imported()).text();
    return new Node(
        id,
        resource.address(),
        Action.IMPORT,
        resource.type(),
        settings.provider(),
        settings.pool(),
        Json.object(),
        wanting.references(settings.provider()),
        placed.after(),
        resource.dependencies(),
        new Prior(resource.address(), named, 0),
        RepeatClass.PURE,
        settings.timeouts(),
        settings.retry(),
        placed.weight(),
        createBeforeDestroy.contains(resource.address()),
        null,
        schema.version(),
        sensitive(resource.address(), schema),
        settings.block(),
        work(decision.type(), decision.planned(), settings));
  }

  private Node wanted(Placed placed, Vertex.Wanted wanted) {
    Decision decision = wanted.decision();
    if (wanted.action() == Action.IMPORT) {
      return imported(placed, wanted.id(), decision);
    }
    Resource resource = decision.resource();
    TypeSchema schema = decision.type().schema();
    Action action = wanted.action();
    StateRecord record = decision.record();
    return new Node(
        wanted.id(),
        resource.address(),
        action,
        resource.type(),
        resource.settings().provider(),
        resource.settings().pool(),
        decision.config(),
        resource.references(),
        placed.after(),
        resource.dependencies(),
        action == Action.CREATE || record == null ? null : prior(record),
        repeats(decision, action),
        resource.settings().timeouts(),
        resource.settings().retry(),
        placed.weight(),
        createBeforeDestroy.contains(resource.address()),
        decision.isReplaced() ? NodeId.text(wanted.address(), Role.DELETE) : null,
        schema.version(),
        sensitive(resource.address(), schema),
        resource.settings().block(),
        work(decision.type(), decision.planned(), resource.settings()));
  }

  /** What may be done about it if it is in doubt: a block may say how its object is found. */
  private static RepeatClass repeats(Decision decision, Action action) {
    RepeatClass ofType =
        decision.type().provider().repeats(decision.type().schema(), decision.config()).of(action);
    PlannedObject planned = decision.planned();
    if (action != Action.CREATE || planned == null) {
      return ofType;
    }
    if (decision.resource().settings().recover() != null && ofType == RepeatClass.NONE) {
      return RepeatClass.SEARCH;
    }
    RepeatClass ofObject = planned.creating();
    return ofObject == null ? ofType : ofObject;
  }

  /** What a program has to know that carries the node out; null if a worker itself does. */
  private @Nullable PluginWork work(
      ProviderRegistry.Found type, @Nullable PlannedObject planned, @Nullable Settings settings) {
    return type.provider()
        .plugin()
        .map(work -> work.in(wanting.directory()))
        .map(work -> planned == null ? work : work.withPlanned(planned.work()))
        .map(
            work -> settings == null ? work : work.treated(settings.recover(), settings.refusals()))
        .orElse(null);
  }

  private List<String> sensitive(Address address, TypeSchema schema) {
    List<String> more = wanting.secrets(address);
    if (more.isEmpty()) {
      return schema.sensitivePointers();
    }
    Set<String> all = new TreeSet<>(schema.sensitivePointers());
    all.addAll(more);
    return List.copyOf(all);
  }

  private Node deleted(
      Placed placed,
      StateRecord record,
      ProviderRegistry.Found type,
      @Nullable Settings settings,
      @Nullable String pairedWith,
      @Nullable PlannedObject planned,
      boolean createdFirst) {
    boolean isOfType = record.type().equals(type.schema().type());
    String provider = settings == null ? record.providerConfig() : settings.provider();
    return new Node(
        placed.vertex().id(),
        record.address(),
        Action.DELETE,
        type.schema().type(),
        provider,
        settings == null ? null : settings.pool(),
        Json.object(),
        type.provider().plansItself() ? wanting.references(provider) : List.of(),
        placed.after(),
        record.dependencies(),
        prior(record),
        type.provider().repeats(type.schema(), Adopted.wanted(record)).of(Action.DELETE),
        settings == null ? Timeouts.NONE : settings.timeouts(),
        settings == null ? null : settings.retry(),
        placed.weight(),
        createdFirst,
        pairedWith,
        isOfType ? record.schemaVersion() : type.schema().version(),
        record.sensitivePaths(),
        settings == null ? recorded(record, type) : settings.block(),
        work(type, planned, settings));
  }

  /** Its configuration travels in a node and in a request, with all that is secret in it. */
  private List<String> sensitive(Placeholder placeholder) {
    String type = placeholder.type();
    Set<String> all = new TreeSet<>(placeholder.sensitive());
    String source = placeholder.settings().source();
    (StepAddress.is(placeholder.address())
            ? registry.step(type)
            : registry.find(source, TypeSchema.Kind.RESOURCE, type))
        .map(found -> found.schema().sensitivePointers())
        .ifPresent(pointers -> all.addAll(Placeholder.inConfig(pointers)));
    return List.copyOf(all);
  }

  private Node unexpanded(Placed placed, Placeholder placeholder) {
    Set<Reference> values = new LinkedHashSet<>();
    values.add(placeholder.multiplicity());
    values.addAll(placeholder.references());
    return new Node(
        placed.vertex().id(),
        placeholder.address(),
        Action.EXPAND,
        placeholder.type(),
        placeholder.settings().provider(),
        placeholder.settings().pool(),
        PlaceholderForm.write(placeholder),
        List.copyOf(values),
        placed.after(),
        placeholder.dependencies(),
        null,
        RepeatClass.PURE,
        placeholder.settings().timeouts(),
        placeholder.settings().retry(),
        placed.weight(),
        placeholder.settings().lifecycle().createBeforeDestroy(),
        null,
        0,
        sensitive(placeholder),
        placeholder.settings().block(),
        treated(placeholder));
  }

  /** What its block says about doubt and refusals holds for each of its instances. */
  private static @Nullable PluginWork treated(Placeholder placeholder) {
    PluginWork program = placeholder.program();
    Settings settings = placeholder.settings();
    return program == null ? null : program.treated(settings.recover(), settings.refusals());
  }

  /** What goes away is deleted through the configuration that it was made through. */
  private @Nullable ProviderBlock recorded(StateRecord record, ProviderRegistry.Found type) {
    String name = record.providerConfig();
    return providers.get(name == null ? type.provider().name() : name);
  }

  private static Node companion(Placed placed, Node node) {
    return node.waitingFor(placed.after()).weighing(placed.weight());
  }

  private Node forgotten(Placed placed, Address address, StateRecord record) {
    return new Node(
        placed.vertex().id(),
        address,
        Action.FORGET,
        record.type(),
        record.providerConfig(),
        null,
        Json.object(),
        List.of(),
        placed.after(),
        List.of(),
        new Prior(address, record.id(), record.version()),
        RepeatClass.PURE,
        Timeouts.NONE,
        null,
        placed.weight(),
        false,
        null,
        record.schemaVersion(),
        List.of(),
        null);
  }

  private Prior prior(StateRecord record) {
    return new Prior(state.key(record.address()), record.id(), record.version());
  }
}
