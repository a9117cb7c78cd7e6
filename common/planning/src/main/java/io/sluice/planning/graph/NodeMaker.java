package io.sluice.planning.graph;

import io.sluice.language.instancing.StepAddress;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
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
import io.sluice.planning.document.LatePart;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.planning.document.Settings;
import io.sluice.planning.graph.NodeGraph.Placed;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import java.util.Collection;
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
              unwanted.type(),
              null,
              null,
              departing.apply(unwanted.address()),
              unwanted.record().createBeforeDestroy());
      case Vertex.Unexpanded unexpanded -> unexpanded(placed, unexpanded.placeholder());
      case Vertex.Late late -> late(placed, late.part());
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
    return Node.of(
        draft -> {
          draft.id = id;
          draft.address = resource.address();
          draft.action = Action.IMPORT;
          draft.type = resource.type();
          draft.provider = settings.provider();
          draft.pool = settings.pool();
          draft.config = Json.object();
          draft.values = wanting.references(settings.provider());
          draft.after = placed.after();
          draft.dependencies = recorded(resource.dependencies());
          draft.prior = new Prior(resource.address(), named, 0);
          draft.repeat = RepeatClass.PURE;
          draft.timeouts = settings.timeouts();
          draft.retry = settings.retry();
          draft.weight = placed.weight();
          draft.createBeforeDestroy = createBeforeDestroy.contains(resource.address());
          draft.schemaVersion = schema.version();
          draft.sensitivePaths = sensitive(resource.address(), schema);
          draft.providerBlock = settings.block();
          draft.plugin = work(decision.type(), decision.planned(), settings);
        });
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
    return Node.of(
        draft -> {
          draft.id = wanted.id();
          draft.address = resource.address();
          draft.action = action;
          draft.type = resource.type();
          draft.provider = resource.settings().provider();
          draft.pool = resource.settings().pool();
          draft.config = decision.config();
          draft.values = resource.references();
          draft.after = placed.after();
          draft.dependencies = recorded(resource.dependencies());
          draft.prior = action == Action.CREATE || record == null ? null : prior(record);
          draft.repeat = repeats(decision, action);
          draft.timeouts = resource.settings().timeouts();
          draft.retry = resource.settings().retry();
          draft.weight = placed.weight();
          draft.createBeforeDestroy = createBeforeDestroy.contains(resource.address());
          draft.pairedWith =
              decision.isReplaced() ? NodeId.text(wanted.address(), Role.DELETE) : null;
          draft.schemaVersion = schema.version();
          draft.sensitivePaths = sensitive(resource.address(), schema);
          draft.providerBlock = resource.settings().block();
          draft.plugin = work(decision.type(), decision.planned(), resource.settings());
        });
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
    return Node.of(
        draft -> {
          draft.id = placed.vertex().id();
          draft.address = record.address();
          draft.action = Action.DELETE;
          draft.type = type.schema().type();
          draft.provider = provider;
          draft.pool = settings == null ? null : settings.pool();
          draft.config = Json.object();
          draft.values = type.provider().plansItself() ? wanting.references(provider) : List.of();
          draft.after = placed.after();
          draft.dependencies = record.dependencies();
          draft.prior = prior(record);
          draft.repeat =
              type.provider().repeats(type.schema(), Adopted.wanted(record)).of(Action.DELETE);
          draft.timeouts = settings == null ? Timeouts.NONE : settings.timeouts();
          draft.retry = settings == null ? null : settings.retry();
          draft.weight = placed.weight();
          draft.createBeforeDestroy = createdFirst;
          draft.pairedWith = pairedWith;
          draft.schemaVersion = isOfType ? record.schemaVersion() : type.schema().version();
          draft.sensitivePaths = record.sensitivePaths();
          draft.providerBlock = settings == null ? recorded(record, type) : settings.block();
          draft.plugin = work(type, planned, settings);
        });
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
    return Node.of(
        draft -> {
          draft.id = placed.vertex().id();
          draft.address = placeholder.address();
          draft.action = Action.EXPAND;
          draft.type = placeholder.type();
          draft.provider = placeholder.settings().provider();
          draft.pool = placeholder.settings().pool();
          draft.config = PlaceholderForm.write(placeholder, state.instances(placeholder.address()));
          draft.values = List.copyOf(values);
          draft.after = placed.after();
          draft.dependencies = recorded(placeholder.dependencies());
          draft.repeat = RepeatClass.PURE;
          draft.timeouts = placeholder.settings().timeouts();
          draft.retry = placeholder.settings().retry();
          draft.weight = placed.weight();
          draft.createBeforeDestroy = placeholder.settings().lifecycle().createBeforeDestroy();
          draft.sensitivePaths = sensitive(placeholder);
          draft.providerBlock = placeholder.settings().block();
          draft.plugin = treated(placeholder);
        });
  }

  /** What its instances in state were made with must stay until they are gone. */
  private Node late(Placed placed, LatePart part) {
    List<Address> there = state.instances(part.address());
    Set<Address> dependencies = new TreeSet<>(recorded(part.dependencies()));
    for (Address instance : there) {
      state.find(instance).ifPresent(record -> dependencies.addAll(record.dependencies()));
    }
    ProviderBlock block = part.settings().block();
    return Node.of(
        draft -> {
          draft.id = placed.vertex().id();
          draft.address = part.address();
          draft.action = Action.EXPAND;
          draft.type = part.type();
          draft.provider = part.settings().provider();
          draft.pool = part.settings().pool();
          draft.config = LateForm.write(part, there);
          draft.values = LateForm.references(part);
          draft.after = placed.after();
          draft.dependencies = List.copyOf(dependencies);
          draft.repeat = RepeatClass.PURE;
          draft.timeouts = part.settings().timeouts();
          draft.retry = part.settings().retry();
          draft.weight = placed.weight();
          draft.createBeforeDestroy = part.settings().lifecycle().createBeforeDestroy();
          draft.sensitivePaths = LateForm.sensitive(part);
          draft.providerBlock = block == null ? null : bounds(block);
          draft.plugin = part.program();
        });
  }

  /** The limits of a late part's provider, which is configured later. */
  private static ProviderBlock bounds(ProviderBlock block) {
    return new ProviderBlock(Json.object(), block.rate(), block.maxConcurrent(), List.of());
  }

  /**
   * The dependencies to record, without outputs of modules, whose addresses exist only in the run.
   */
  private static List<Address> recorded(Collection<Address> dependencies) {
    return dependencies.stream().filter(address -> !EveryInstance.isOutput(address)).toList();
  }

  /** What its block says about doubt and refusals holds for each of its instances. */
  private static @Nullable PluginWork treated(Placeholder placeholder) {
    PluginWork program = placeholder.program();
    Settings settings = placeholder.settings();
    return program == null ? null : program.treated(settings.recover(), settings.refusals());
  }

  /** An object is deleted through the configuration that made it. */
  private @Nullable ProviderBlock recorded(StateRecord record, ProviderRegistry.Found type) {
    String name = record.providerConfig();
    return providers.get(name == null ? type.provider().name() : name);
  }

  private static Node companion(Placed placed, Node node) {
    return node.waitingFor(placed.after())
        .weighing(placed.weight())
        .dependingOn(recorded(node.dependencies()));
  }

  private Node forgotten(Placed placed, Address address, StateRecord record) {
    return Node.of(
        draft -> {
          draft.id = placed.vertex().id();
          draft.address = address;
          draft.action = Action.FORGET;
          draft.type = record.type();
          draft.provider = record.providerConfig();
          draft.config = Json.object();
          draft.after = placed.after();
          draft.prior = new Prior(address, record.id(), record.version());
          draft.repeat = RepeatClass.PURE;
          draft.weight = placed.weight();
          draft.schemaVersion = record.schemaVersion();
        });
  }

  private Prior prior(StateRecord record) {
    return new Prior(state.key(record.address()), record.id(), record.version());
  }
}
