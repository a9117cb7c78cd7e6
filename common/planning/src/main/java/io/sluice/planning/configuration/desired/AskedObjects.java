package io.sluice.planning.configuration.desired;

import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.References;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.Subject;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.Needs;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.Address;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answer.Remark;
import io.sluice.planning.ask.ProviderUse;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.desired.DesiredConfiguration.Block;
import io.sluice.planning.configuration.served.Providers;
import io.sluice.planning.configuration.served.TravellingProviders;
import io.sluice.planning.configuration.values.ConfiguredValue;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.configuration.values.MarkedParts;
import io.sluice.planning.decide.Decision;
import io.sluice.planning.decide.DecisionMaker;
import io.sluice.planning.decide.DesiredState;
import io.sluice.planning.document.Placeholder;
import io.sluice.planning.document.Resource;
import io.sluice.planning.secret.SecretTexts;
import io.sluice.provider.Provider;
import io.sluice.provider.Redaction;
import io.sluice.provider.schema.BlockBody;
import io.sluice.provider.schema.TypeSchema.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Resources and data sources of providers that plan by themselves: a question about one is asked as
 * soon as everything that it is made of is known.
 */
final class AskedObjects {
  private final Providers providers;
  private final Diagnostics diagnostics;

  /** What data sources wait for, by their addresses. */
  private final Map<Address, SortedSet<Address>> behind = new HashMap<>();

  private boolean refused;

  AskedObjects(Providers providers, Diagnostics diagnostics) {
    this.providers = providers;
    this.diagnostics = diagnostics;
  }

  /** Whether a provider has refused: then no more questions are needed. */
  boolean wereRefused() {
    return refused;
  }

  ProviderUse use(Block block) {
    return providers
        .of(block.context().module(), block.resource())
        .map(Providers.Configured::use)
        .orElseGet(() -> Providers.unconfigured(block.type().provider()));
  }

  /** What the configuration of a block's provider is made of. */
  SortedSet<Address> needs(Block block) {
    return block.type().provider().plansItself() ? use(block).needs() : new TreeSet<>();
  }

  /** What a node of the block refers to: the provider's configuration goes with it. */
  List<Reference> references(Block block, Decoded body) {
    if (!block.type().provider().plansItself()) {
      return body.references();
    }
    List<Reference> all = new ArrayList<>(body.references());
    providers
        .of(block.context().module(), block.resource())
        .ifPresent(
            configured ->
                configured.body().references().stream()
                    .filter(reference -> !all.contains(reference))
                    .forEach(all::add));
    return all;
  }

  DecisionMaker.Outcome decide(
      Block block,
      Decoded body,
      Resource resource,
      @Nullable String replace,
      Question.@Nullable Import imported,
      DecisionMaker by) {
    Value config = ConfiguredValue.unmarked(written(block, body));
    DecisionMaker.Outcome outcome =
        by.decide(
            resource,
            block.type(),
            use(block).hiding(secrets(block, body, config)).in(resource.settings().pool()),
            config,
            replace,
            imported);
    switch (outcome) {
      case DecisionMaker.Refused(List<Remark> said) -> refuse(block, body, said);
      case DecisionMaker.Decided(Decision decision) -> {
        if (decision.planned() != null) {
          tell(block, body, decision.planned().said());
        }
      }
      case DecisionMaker.Pending pending -> {}
    }
    return outcome;
  }

  /** The value that an object will have for others. */
  Value after(Block block, Decoded body, Value planned) {
    return MarkedParts.of(block.type().schema().body(), written(block, body), planned);
  }

  static Value written(Block block, Decoded body) {
    BlockBody schema = block.type().schema().body();
    return ConfiguredValue.object(schema, body.values());
  }

  /**
   * Instances that only the run finds out are asked about during the run, where the schemas are
   * needed.
   */
  Placeholder served(Block block, Placeholder placeholder, WorkingDirectory place) {
    Provider provider = block.type().provider();
    Map<Kind, Set<String>> types = Map.of(Kind.RESOURCE, Set.of(placeholder.type()));
    return provider
        .plugin()
        .flatMap(
            (PluginWork work) ->
                provider
                    .packed(types)
                    .map(schemas -> work.in(place).withPlanned(TravellingProviders.form(schemas))))
        .map(placeholder::servedBy)
        .orElse(placeholder);
  }

  /** The result of reading a data source. */
  sealed interface Looked {}

  /** Its value so far, which may be unknown. */
  record Worth(Value value) implements Looked {}

  /** It is read by the run. */
  record Later() implements Looked {}

  /**
   * @param pool whose workers look
   */
  Looked look(
      Block block,
      Decoded body,
      @Nullable String pool,
      SortedSet<Address> needs,
      DecisionMaker by) {
    behind.put(block.address(), needs);
    ProviderUse use = use(block).in(pool);
    Set<Address> all = new HashSet<>(needs);
    all.addAll(use.needs());
    if (by.isPending(all)) {
      by.postpone(block.address());
      return new Worth(Values.UNKNOWN);
    }
    Value written = written(block, body);
    if (!written.isWhollyKnown() || waitsForChange(block, by)) {
      return new Later();
    }
    Value config = ConfiguredValue.unmarked(written);
    Question.Data question =
        new Question.Data(
            block.address(), block.type(), use.hiding(secrets(block, body, config)), config);
    return switch (by.read(question).orElse(null)) {
      case null -> new Worth(Values.UNKNOWN);
      // Its provider can't look yet: the run knows more of its configuration.
      case Answer.Given(Value value, List<Remark> said) when !value.isWhollyKnown() -> new Later();
      case Answer.Given(Value value, List<Remark> said) -> {
        tell(block, body, said);
        yield new Worth(after(block, body, value));
      }
      case Answer.Refused(List<Remark> said) -> {
        refuse(block, body, said);
        yield new Worth(Values.UNKNOWN);
      }
      case Answer.Planned planned -> throw new IllegalStateException("a read was planned");
      case Answer.Compared compared -> throw new IllegalStateException("a read was compared");
    };
  }

  /**
   * Whether a change is planned of what the data source may show: of a resource that its own text
   * names, or of anything behind a {@code depends_on}. What comes through a local, a variable or an
   * output does not count.
   */
  private boolean waitsForChange(Block block, DecisionMaker by) {
    ModuleInstance module = block.context().module();
    Set<Address> named = new TreeSet<>();
    Diagnostics reported = new Diagnostics();
    References.of(block.additions(reported).rest()).stream()
        .flatMap(traversal -> Subject.of(traversal).stream())
        .forEach(
            subject -> {
              if (subject instanceof Subject.OfResource(var name)
                  && name.mode() == ResourceMode.MANAGED) {
                ResourceInstances instances = module.resource(name);
                named.addAll(instances == null ? List.of() : instances.addresses());
              }
            });
    addBehind(Needs.named(block.resource().dependsOn(), module, reported), named);
    for (ModuleInstance.Call call = module.call(); call != null; call = call.from().call()) {
      ModuleCall calling = call.block();
      addBehind(Needs.named(calling.dependsOn(), call.from(), reported), named);
    }
    return named.stream()
        .filter(DesiredState::isObject)
        .anyMatch(address -> by.decided(address).map(made -> !made.isNothing()).orElse(true));
  }

  private void addBehind(Collection<Address> first, Set<Address> named) {
    List<Address> next = new ArrayList<>(first);
    while (!next.isEmpty()) {
      Address address = next.removeLast();
      if (named.add(address)) {
        next.addAll(behind.getOrDefault(address, new TreeSet<>()));
      }
    }
  }

  void refuse(Block block, Decoded body, List<Remark> said) {
    refused = true;
    tell(block, body, said);
  }

  void tell(Block block, Decoded body, List<Remark> said) {
    if (said.isEmpty()) {
      return;
    }
    new SaidOf(
            block.address().text(),
            body,
            block.resource().range(),
            Redaction.of(secrets(block, body)))
        .tell(said, diagnostics);
  }

  /** The secrets that the provider was given: it may repeat them. */
  Set<String> secrets(Block block, Decoded body) {
    return secrets(block, body, ConfiguredValue.unmarked(written(block, body)));
  }

  private Set<String> secrets(Block block, Decoded body, Value config) {
    Set<String> secrets = new HashSet<>(SecretTexts.of(after(block, body, config)));
    providers
        .of(block.context().module(), block.resource())
        .ifPresent(configured -> secrets.addAll(configured.secrets()));
    return secrets;
  }
}
