package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Module;
import io.sluice.language.config.Repetition;
import io.sluice.language.config.Resource;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.VariableValues;
import io.sluice.language.instancing.Evaluation;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Expander;
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
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.Reference;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.configuration.served.DeclaredTypes;
import io.sluice.planning.configuration.served.Providers;
import io.sluice.planning.configuration.served.Serving;
import io.sluice.planning.configuration.values.BodyDecoder;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.configuration.values.PlannedValues;
import io.sluice.planning.configuration.values.SchemaTypes;
import io.sluice.planning.decide.Change;
import io.sluice.planning.decide.Decision;
import io.sluice.planning.decide.DecisionMaker;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.document.Settings;
import io.sluice.planning.secret.SecretTexts;
import io.sluice.provider.ProviderRegistry;
import io.sluice.provider.schema.TypeSchema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A configuration as what is wanted: evaluated, expanded, and decided about as it goes. */
public final class DesiredConfiguration implements DesiredState, Evaluation.Resources {
  private final Module root;
  private final ModuleEnvironment environment;
  private final Map<String, VariableValues.Given> variables;
  private final DeclaredTypes types;
  private final Replacements replacements;
  private final Map<Address, JsonNode> reads;
  private final Diagnostics diagnostics;
  private final StaticResources resources;
  private final Sizes sizes;
  private final Imports imports;
  private final Providers providers;
  private final AskedObjects asked;
  private final Steps steps;
  private final CollectedNodes auxiliary;

  /** Data sources that were read already. */
  private final Set<Address> known = new HashSet<>();

  private final Map<Address, List<String>> secrets = new HashMap<>();
  private final Map<Address, StateRecord> records = new HashMap<>();
  private final SortedMap<Address, Planned> planned = new TreeMap<>();
  private @Nullable ModuleInstance instance;
  private @Nullable DecisionMaker deciding;

  /** A decision and what the resource is worth because of it. */
  public record Planned(Decision decision, Value after) {}

  public DesiredConfiguration(
      Module root,
      ModuleEnvironment environment,
      Map<String, VariableValues.Given> variables,
      ProviderRegistry registry,
      List<String> replaces,
      Map<Address, JsonNode> reads,
      Diagnostics diagnostics) {
    this.root = root;
    this.environment = environment;
    this.variables = variables;
    Serving serving = new Serving(registry, diagnostics);
    this.types = new DeclaredTypes(registry, serving, diagnostics);
    this.replacements = new Replacements(Set.copyOf(replaces));
    this.reads = reads;
    this.diagnostics = diagnostics;
    this.auxiliary = new CollectedNodes(environment.phase(), diagnostics);
    this.resources = new StaticResources(root);
    this.sizes = new Sizes(diagnostics);
    this.imports = new Imports(root);
    this.steps = new Steps(sizes, auxiliary, diagnostics);
    this.providers = new Providers(root, registry, serving, diagnostics);
    this.asked = new AskedObjects(providers, diagnostics);
  }

  @Override
  public void decide(DecisionMaker asked) {
    environment.phase().require(Phase.PLAN, Phase.INSPECT);
    deciding = asked;
    instance = Evaluation.of(root, environment, variables, this, diagnostics);
    imports.unmet(diagnostics);
  }

  /** Looks at everything once, with nothing known. */
  public void validate() {
    environment.phase().require(Phase.VALIDATE);
    instance = Evaluation.of(root, environment, variables, this, diagnostics);
    providers();
  }

  /** Also where nothing is decided: what is destroyed or read is reached through them. */
  @Override
  public SortedMap<String, ProviderBlock> providers() {
    SortedMap<String, ProviderBlock> blocks = new TreeMap<>();
    configured().forEach((name, configured) -> blocks.put(name, configured.block()));
    return blocks;
  }

  private SortedMap<String, Providers.Configured> configured() {
    if (!Providers.areIn(root)) {
      return new TreeMap<>();
    }
    ModuleInstance made = instance;
    if (made == null) {
      made = Evaluation.of(root, environment, variables, this, diagnostics);
      instance = made;
    }
    return providers.all(made);
  }

  @Override
  public Optional<ProviderUse> use(StateRecord record, ProviderRegistry.Found found) {
    String named = record.providerConfig();
    Providers.Configured configured =
        configured().get(named == null ? found.provider().name() : named);
    if (configured != null) {
      return Optional.of(configured.use());
    }
    return named == null
        ? Optional.of(Providers.unconfigured(found.provider()))
        : Optional.empty();
  }

  @Override
  public List<Reference> references(@Nullable String provider) {
    Providers.Configured configured = provider == null ? null : configured().get(provider);
    return configured == null ? List.of() : configured.body().references();
  }

  @Override
  public String directory() {
    return environment.workingDirectory();
  }

  /** Whether a provider that was asked has said no. */
  public boolean wereRefused() {
    return asked.wereRefused();
  }

  /** What the configuration says is secret, as far as it is evaluated. */
  public Set<String> secretTexts() {
    ModuleInstance made = instance;
    return made == null ? Set.of() : SecretTexts.of(made);
  }

  /** The root module, once it is evaluated. */
  public ModuleInstance instance() {
    ModuleInstance made = instance;
    if (made == null) {
      throw new IllegalStateException("nothing is evaluated yet");
    }
    return made;
  }

  /** The ids of resources that nothing is done to. */
  public Set<String> unchanged() {
    Set<String> ids = new HashSet<>();
    planned.forEach(
        (address, made) -> {
          if (made.decision().isNothing()) {
            ids.add(address.text());
          }
        });
    return ids;
  }

  public SortedMap<Address, Planned> planned() {
    return planned;
  }

  @Override
  public boolean protects(Address address) {
    return resources.find(address).map(r -> r.lifecycle().preventDestroy()).orElse(false);
  }

  @Override
  public Map<Address, Address> moved(List<StateRecord> there) {
    there.forEach(record -> records.put(record.address(), record));
    return Moves.of(root, resources, there);
  }

  @Override
  public List<Node> auxiliary() {
    return auxiliary.all();
  }

  public void add(Node companion) {
    auxiliary.add(companion);
  }

  @Override
  public Set<Address> read() {
    return planned.keySet();
  }

  @Override
  public Fate fate(StateRecord record) {
    if (record.address().equals(Outputs.ADDRESS)) {
      return root.outputs().isEmpty() || deciding == null ? Fate.FORGET : Fate.KEEP;
    }
    if (known.contains(record.address())) {
      return Fate.KEEP;
    }
    return Removals.forgets(root, record.address()) ? Fate.FORGET : DesiredState.super.fate(record);
  }

  @Override
  public void resource(ModuleInstance module, Resource resource) {
    if (resource.name().mode() == ResourceMode.EPHEMERAL) {
      diagnostics.error(
          "Ephemeral resources are not supported",
          "No provider here has ephemeral resources; an ephemeral variable may be used instead.",
          resource.range());
      return;
    }
    ProviderRegistry.Found found = types.of(module.module(), resource);
    if (found == null) {
      return;
    }
    Optional<String> onlyChecks = found.provider().onlyChecks();
    if (onlyChecks.isPresent() && environment.phase() == Phase.PLAN) {
      diagnostics.error("Provider does not run yet", onlyChecks.get(), resource.range());
      return;
    }
    Expansion expansion = expansion(module, resource.repetition());
    Map<InstanceKey, ResourceInstances.One> made = new LinkedHashMap<>();
    SortedSet<Address> needs = ordering(module, resource);
    for (Repeated repeated : Expansion.instances(expansion)) {
      EvaluationContext scene = new EvaluationContext(module, resource.repetition(), repeated);
      Address address =
          sizes.address(module, resource.name().toString(), repeated, resource.range());
      if (address == null) {
        break;
      }
      made.put(
          repeated.key(), instance(new Block(resource, found, scene, address, needs), expansion));
    }
    module.put(resource.name(), new ResourceInstances(expansion, made));
  }

  /** One instance on its way: the block, its schema, where it is, and what it waits for. */
  record Block(
      Resource resource,
      ProviderRegistry.Found type,
      EvaluationContext scene,
      Address address,
      SortedSet<Address> ordering) {}

  private Expansion expansion(ModuleInstance module, Repetition repetition) {
    Expansion expansion =
        new Expander(
                module.evaluator(Repeated.SINGLE, null),
                Expander.IfUnknown.WAIT,
                Evaluation.MAX_INSTANCES,
                diagnostics)
            .expand(repetition);
    return environment.phase() == Phase.VALIDATE ? Evaluation.any(expansion) : expansion;
  }

  /** What a block waits for without looking into it. */
  private SortedSet<Address> ordering(ModuleInstance module, Resource resource) {
    SortedSet<Address> needs = new TreeSet<>(module.waitsFor());
    needs.addAll(Needs.named(resource.dependsOn(), module, diagnostics));
    needs.addAll(Evaluation.needs(resource.repetition(), module));
    return needs;
  }

  private ResourceInstances.One instance(Block block, Expansion expansion) {
    TypeSchema schema = block.type().schema();
    Decoded body =
        block.type().provider().plansItself()
            ? BodyDecoder.asWritten(
                block.resource().body(), schema.body(), block.scene(), true, diagnostics)
            : BodyDecoder.ofResource(
                block.resource().body(), schema.body(), block.scene(), diagnostics);
    Settings settings =
        providers.with(
            block.scene().module(),
            block.resource(),
            new ResourceSettings(block.scene(), diagnostics)
                .of(block.resource())
                .servedBy(block.type().source()));
    Value unknown = Value.unknownNotNull(SchemaTypes.of(schema.body()));
    if (environment.phase() == Phase.VALIDATE) {
      ResourceInstances.One one = new ResourceInstances.One(block.address(), unknown);
      auxiliary.rules(block, one);
      return one;
    }
    return switch (expansion) {
      case Expansion.Failed failed -> new ResourceInstances.One(block.address(), Values.UNKNOWN);
      case Expansion.Waiting waiting -> {
        if (!diagnostics.hasErrors()) {
          deciding()
              .ifPresent(
                  deciding ->
                      Placeholders.of(block, body, settings, waiting, diagnostics)
                          .map(waits -> waits.replacing(replacements.among(block, deciding)))
                          .ifPresent(deciding::await));
        }
        yield new ResourceInstances.One(block.address(), Values.UNKNOWN);
      }
      case Expansion.Known known -> decided(block, body, settings);
    };
  }

  private Optional<DecisionMaker> deciding() {
    return Optional.ofNullable(deciding);
  }

  private ResourceInstances.One decided(Block block, Decoded body, Settings settings) {
    DecisionMaker by = deciding;
    if (by == null || diagnostics.hasErrors()) {
      return new ResourceInstances.One(block.address(), undecided(block, body));
    }
    if (block.resource().name().mode() == ResourceMode.DATA) {
      return data(block, body, settings, by);
    }
    SortedSet<Address> needs = new TreeSet<>(block.ordering());
    needs.addAll(body.needs());
    needs.addAll(Triggers.needs(block));
    needs.addAll(asked.needs(block));
    ResourceInstances.One before = new ResourceInstances.One(block.address(), Values.UNKNOWN);
    AuxiliaryNodes.Made beforehand = auxiliary.conditions(block, before, false);
    needs.addAll(beforehand.needs());
    needs.remove(block.address());
    var resource =
        new io.sluice.planning.document.Resource(
            Address.of(block.address().block()),
            block.address().text(),
            block.address(),
            block.resource().name().type(),
            body.config(),
            asked.references(block, body),
            List.copyOf(needs),
            List.of(),
            settings);
    String imported = imports.id(block, diagnostics);
    if (imported != null && by.record(block.address()).isEmpty()) {
      auxiliary.add(
          AuxiliaryNodes.imported(block, body, settings, needs, imported).by(work(block)));
      return new ResourceInstances.One(
          block.address(), PlannedValues.object(block.type().schema().body(), body.values()));
    }
    String replaced = replacements.reason(block, by);
    return switch (block.type().provider().plansItself()
        ? asked.decide(block, body, resource, replaced, by)
        : by.decide(resource, Unknowns.in(body.config()), replaced)) {
      case DecisionMaker.Pending unanswered -> before;
      case DecisionMaker.Refused refused -> before;
      case DecisionMaker.Decided(Decision decision) -> decided(block, body, decision);
    };
  }

  /** What an instance is worth where nothing is decided: what is destroyed is as state has it. */
  private Value undecided(Block block, Decoded body) {
    StateRecord record = deciding == null ? records.get(block.address()) : null;
    TypeSchema schema = block.type().schema();
    return record == null
        ? PlannedValues.object(schema.body(), body.values())
        : PlannedValues.of(schema, record);
  }

  /** What a node that a program carries out says of it. */
  private @Nullable PluginWork work(Block block) {
    return block.type().provider().plugin().map(work -> work.in(directory())).orElse(null);
  }

  private ResourceInstances.One decided(Block block, Decoded body, Decision decision) {
    PlannedObject told = decision.planned();
    Value after =
        told == null
            ? PlannedValues.of(block.type().schema(), decision, body.values())
            : asked.after(block, body, told.after());
    planned.put(block.address(), new Planned(decision, after));
    ResourceInstances.One one = new ResourceInstances.One(block.address(), after);
    if (body.sensitivePaths().size() > 0) {
      secrets.put(block.address(), body.sensitivePaths());
    }
    if (decision.change() instanceof Change.Create || decision.isReplaced()) {
      auxiliary.provisioners(block, one);
    }
    auxiliary.conditions(block, one, true);
    return one;
  }

  /** JSON pointers into compiled configurations that hold secrets beyond what schemas say. */
  @Override
  public List<String> secrets(Address address) {
    return secrets.getOrDefault(address, List.of());
  }

  private ResourceInstances.One data(
      Block block, Decoded body, Settings settings, DecisionMaker by) {
    SortedSet<Address> needs = new TreeSet<>(block.ordering());
    needs.addAll(body.needs());
    needs.addAll(asked.needs(block));
    if (block.type().provider().plansItself()
        && asked.look(block, body, needs, by) instanceof AskedObjects.Worth(Value value)) {
      known.add(block.address());
      ResourceInstances.One one = new ResourceInstances.One(block.address(), value);
      auxiliary.conditions(block, one, false);
      auxiliary.conditions(block, one, true);
      return one;
    }
    JsonNode read = reads.get(block.address());
    if (read != null && Unknowns.in(body.config()).isEmpty()) {
      known.add(block.address());
      return new ResourceInstances.One(
          block.address(), PlannedValues.read(block.type().schema(), read));
    }
    auxiliary.add(
        AuxiliaryNodes.data(block, body, asked.references(block, body), settings, needs)
            .by(work(block)));
    ResourceInstances.One one =
        new ResourceInstances.One(
            block.address(), PlannedValues.object(block.type().schema().body(), body.values()));
    auxiliary.conditions(block, one, true);
    return one;
  }

  @Override
  public void step(ModuleInstance module, Step step) {
    TypeSchema schema = types.runner(step);
    if (schema != null) {
      DecisionMaker by = environment.phase() == Phase.PLAN ? deciding : null;
      steps.add(module, step, schema, expansion(module, step.repetition()), by);
    }
  }
}
