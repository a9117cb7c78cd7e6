package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Additions;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Module;
import io.sluice.language.config.Resource;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.VariableValues;
import io.sluice.language.instancing.Evaluation;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleEnvironment;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.Needs;
import io.sluice.language.instancing.Phase;
import io.sluice.language.instancing.Repeated;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.Address;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.address.Moves;
import io.sluice.planning.configuration.address.Removals;
import io.sluice.planning.configuration.address.Sizes;
import io.sluice.planning.configuration.address.StaticResources;
import io.sluice.planning.configuration.late.DoneInstances;
import io.sluice.planning.configuration.late.LateRequest;
import io.sluice.planning.configuration.served.AllProviders;
import io.sluice.planning.configuration.served.DeclaredTypes;
import io.sluice.planning.configuration.served.LookupBlocks;
import io.sluice.planning.configuration.served.Providers;
import io.sluice.planning.configuration.served.Serving;
import io.sluice.planning.configuration.values.BodyDecoder;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.configuration.values.IgnoredNames;
import io.sluice.planning.configuration.values.SchemaTypes;
import io.sluice.planning.configuration.values.Upstream;
import io.sluice.planning.decide.Decision;
import io.sluice.planning.decide.DecisionMaker;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.document.Settings;
import io.sluice.planning.secret.SecretTexts;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The desired state of a configuration: evaluated, expanded, and decided about on the way. */
public final class DesiredConfiguration implements DesiredState, Evaluation.Resources {
  private final Module root;
  private final ModuleEnvironment environment;
  private final WorkingDirectory place;
  private final Map<String, VariableValues.Given> variables;
  private final DeclaredTypes types;
  private final Replacements replacements;
  private final Diagnostics diagnostics;
  private final StaticResources resources;
  private final Sizes sizes;
  private final Imports imports;
  private final Providers providers;
  private final AllProviders all;
  private final AskedObjects asked;
  private final AnsweredCalls calls;
  private final Validity validity;
  private final EphemeralResources ephemerals;
  private final Steps steps;
  private final DoneInstances done;
  private final LateParts late;
  private final CollectedNodes auxiliary;

  private final DecidedInstances decided;
  private @Nullable ModuleInstance instance;
  private @Nullable DecisionMaker deciding;

  /** A decision, and the value that it gives the resource. */
  public record Planned(Decision decision, Value after) {}

  public DesiredConfiguration(
      Module root,
      ModuleEnvironment environment,
      WorkingDirectory place,
      Map<String, VariableValues.Given> variables,
      ProviderRegistry registry,
      List<String> replaces,
      Map<Address, JsonNode> reads,
      Upstream upstream,
      Diagnostics diagnostics,
      AnsweredCalls calls,
      @Nullable LateRequest part) {
    this.calls = calls;
    this.root = root;
    this.environment = environment;
    this.place = place;
    this.variables = variables;
    Serving serving = new Serving(registry, diagnostics);
    this.types = new DeclaredTypes(registry, serving, diagnostics);
    this.done = new DoneInstances(part);
    this.replacements = new Replacements(Set.copyOf(replaces), done);
    this.diagnostics = diagnostics;
    this.auxiliary = new CollectedNodes(environment.phase(), diagnostics);
    this.resources = new StaticResources(root);
    this.sizes = new Sizes(diagnostics);
    this.imports = new Imports(root);
    this.providers = new Providers(root, registry, serving, diagnostics);
    this.all = new AllProviders(root, providers, this::instance);
    this.asked = new AskedObjects(providers, diagnostics);
    this.validity = new Validity(calls, diagnostics);
    this.ephemerals = new EphemeralResources(place, providers, asked, calls, validity, diagnostics);
    this.decided =
        new DecidedInstances(
            place, reads, upstream, replacements, imports, asked, auxiliary, diagnostics);
    this.late = new LateParts(place, asked, replacements, decided.read(), diagnostics);
    this.steps = new Steps(sizes, auxiliary, late, diagnostics);
  }

  @Override
  public void decide(DecisionMaker by) {
    environment.phase().require(Phase.PLAN, Phase.INSPECT);
    deciding = by;
    ModuleInstance made = evaluated();
    if (done.isPart()) {
      return;
    }
    imports.unmet(name -> resources.find(Address.of(name)).isPresent(), diagnostics);
    if (!diagnostics.hasErrors()) {
      late.outputs(made, by);
    }
  }

  /** Evaluates everything and decides about nothing. */
  public ModuleInstance evaluated() {
    ModuleInstance made = Evaluation.of(root, environment, variables, this, diagnostics);
    instance = made;
    return made;
  }

  /** Evaluates everything on what a run has left. */
  public ModuleInstance evaluatedOn(List<StateRecord> there, Map<Address, Value> read) {
    decided.recorded(there);
    decided.readBefore(read);
    return evaluated();
  }

  /** What data sources are worth that were read while this was decided. */
  public Map<Address, Value> readData() {
    return decided.read();
  }

  /** Looks at everything once, with nothing known. */
  public void validate() {
    environment.phase().require(Phase.VALIDATE);
    instance = Evaluation.of(root, environment, variables, this, diagnostics);
    all.configured().values().forEach(validity::check);
  }

  /** Also where nothing is decided: what is destroyed or read is reached through them. */
  @Override
  public SortedMap<String, ProviderBlock> providers() {
    return all.blocks();
  }

  @Override
  public Optional<ProviderUse> use(StateRecord record, ProviderRegistry.Found found) {
    return all.use(record, found);
  }

  @Override
  public Optional<Served> served(Address address) {
    return resources.declared(address).flatMap(it -> types.served(it, providers));
  }

  @Override
  public List<Reference> references(@Nullable String provider) {
    return all.references(provider);
  }

  @Override
  public WorkingDirectory directory() {
    return place;
  }

  /** Calls of functions that no provider has answered. */
  public List<Question> unanswered() {
    return calls.unanswered();
  }

  @Override
  public Map<String, JsonNode> shown() {
    return decided.shown();
  }

  @Override
  public boolean isComplete() {
    return !diagnostics.hasErrors();
  }

  /** Whether a provider that was asked has refused. */
  public boolean wereRefused() {
    return asked.wereRefused();
  }

  /** What the configuration says is secret, as far as it is evaluated. */
  public Set<String> secretTexts() {
    return instance == null ? Set.of() : SecretTexts.of(instance);
  }

  /** The root module with its values. */
  public ModuleInstance instance() {
    return instance == null ? evaluated() : instance;
  }

  /** The ids of resources that stay as they are. */
  public Set<String> unchanged() {
    return decided.unchanged();
  }

  public SortedMap<Address, Planned> planned() {
    return decided.planned();
  }

  @Override
  public boolean protects(Address address) {
    return resources.find(address).map(r -> r.lifecycle().preventDestroy()).orElse(false);
  }

  @Override
  public Map<Address, Address> moved(List<StateRecord> there) {
    decided.recorded(there);
    return Moves.of(root, resources, there);
  }

  @Override
  public List<Node> auxiliary() {
    return auxiliary.all();
  }

  @Override
  public List<Node> beforeDeletion(StateRecord record) {
    return Provisioners.beforeDeletion(record, resources, this::served, environment, diagnostics);
  }

  @Override
  public List<String> secrets(Address address) {
    return decided.secrets(address);
  }

  public void add(Node companion) {
    auxiliary.add(companion);
  }

  @Override
  public Set<Address> read() {
    return planned().keySet();
  }

  @Override
  public Fate fate(StateRecord record) {
    if (record.address().equals(Outputs.ADDRESS)) {
      return Outputs.areKept(root) && deciding != null ? Fate.KEEP : Fate.FORGET;
    }
    if (decided.wasRead(record.address())) {
      return Fate.KEEP;
    }
    return Removals.forgets(root, record.address()) ? Fate.FORGET : DesiredState.super.fate(record);
  }

  @Override
  public void resource(ModuleInstance module, Resource resource) {
    ProviderRegistry.Found found = types.of(module.module(), resource);
    if (found == null) {
      return;
    }
    IgnoredNames.check(resource, found.schema().body(), diagnostics);
    Expansion expansion = sizes.expansion(module, resource.repetition());
    Optional<ResourceInstances> others = done.of(module, resource, found.schema(), expansion);
    if (others.isPresent()) {
      module.put(resource.name(), others.get());
      return;
    }
    Map<InstanceKey, ResourceInstances.One> made = new LinkedHashMap<>();
    SortedSet<Address> needs = ordering(module, resource);
    for (Repeated repeated : Expansion.instances(expansion)) {
      EvaluationContext context = new EvaluationContext(module, resource.repetition(), repeated);
      Address address =
          sizes.address(module, resource.name().toString(), repeated, resource.range());
      if (address == null) {
        break;
      }
      made.put(
          repeated.key(), instance(new Block(resource, found, context, address, needs), expansion));
    }
    module.put(resource.name(), new ResourceInstances(expansion, made));
  }

  /** One instance on its way: the block, its schema, where it is, and what it waits for. */
  record Block(
      Resource resource,
      ProviderRegistry.Found type,
      EvaluationContext context,
      Address address,
      SortedSet<Address> ordering) {
    /** What it says to Sluice, besides its provider's arguments. */
    Additions additions(Diagnostics diagnostics) {
      return resource.additions(type.schema().body()::has, diagnostics);
    }
  }

  /** What a block waits for without looking into it. */
  private SortedSet<Address> ordering(ModuleInstance module, Resource resource) {
    SortedSet<Address> needs = new TreeSet<>(module.waitsFor());
    needs.addAll(Needs.named(resource.dependsOn(), module, diagnostics));
    needs.addAll(Evaluation.needs(resource.repetition(), module));
    return needs;
  }

  private ResourceInstances.One instance(Block block, Expansion expansion) {
    if (block.resource().name().mode() == ResourceMode.EPHEMERAL) {
      return ephemerals.one(block, expansion, deciding);
    }
    TypeSchema schema = block.type().schema();
    Additions added = block.additions(diagnostics);
    Decoded written =
        block.type().provider().plansItself()
            ? BodyDecoder.asWritten(added.rest(), schema.body(), block.context(), true, diagnostics)
            : BodyDecoder.ofResource(added.rest(), schema.body(), block.context(), diagnostics);
    LookupBlocks.Read lookup =
        LookupBlocks.of(added, block.type(), written, block.context(), diagnostics);
    Decoded body = lookup.body();
    Settings settings =
        providers.with(
            block.context().module(),
            block.resource(),
            new ResourceSettings(block.context(), diagnostics)
                .of(block.resource(), added)
                .servedBy(block.type().source())
                .recovering(lookup.recover()));
    Value unknown = Value.unknownNotNull(SchemaTypes.of(schema.body()));
    if (environment.phase() == Phase.VALIDATE) {
      validity.check(block, body);
      ResourceInstances.One one = new ResourceInstances.One(block.address(), unknown);
      auxiliary.rules(block, one);
      return one;
    }
    if (block.context().module().isLate()) {
      return late.one(block, body, settings, deciding);
    }
    return switch (expansion) {
      case Expansion.Failed failed -> new ResourceInstances.One(block.address(), Values.UNKNOWN);
      case Expansion.Waiting waiting -> {
        if (deciding != null && !diagnostics.hasErrors()) {
          await(block, body, settings, waiting, deciding);
        }
        yield new ResourceInstances.One(block.address(), Values.UNKNOWN);
      }
      case Expansion.Known known -> decided.one(block, body, settings, deciding);
    };
  }

  /** While answers are missing, it may turn out what its instances are counted by. */
  private void await(
      Block block, Decoded body, Settings settings, Expansion.Waiting waiting, DecisionMaker by) {
    if (by.isPending(block.ordering())) {
      by.postpone(block.address());
      return;
    }
    Placeholders.of(block, body, asked, settings, waiting, diagnostics)
        .map(waits -> waits.replacing(replacements.among(block, by)))
        .map(waits -> asked.served(block, waits, directory()))
        .ifPresent(by::await);
  }

  @Override
  public void step(ModuleInstance module, Step step) {
    TypeSchema schema = types.runner(step);
    if (schema != null) {
      DecisionMaker by = environment.phase() == Phase.PLAN ? deciding : null;
      Expansion expansion = sizes.expansion(module, step.repetition());
      done.of(module, step, expansion)
          .ifPresentOrElse(
              others -> module.putStep(step.reference(), others),
              () -> steps.add(module, step, schema, expansion, by));
    }
  }
}
