package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.Address;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.desired.DesiredConfiguration.Block;
import io.sluice.planning.configuration.desired.DesiredConfiguration.Planned;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.configuration.values.PlannedValues;
import io.sluice.planning.configuration.values.ShownValue;
import io.sluice.planning.configuration.values.Upstream;
import io.sluice.planning.decide.Change;
import io.sluice.planning.decide.Decision;
import io.sluice.planning.decide.DecisionMaker;
import io.sluice.planning.document.Settings;
import io.sluice.provider.schema.TypeSchema;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Gives instances of resources and data sources their values for others, by what is decided about
 * them.
 */
final class DecidedInstances {
  private final WorkingDirectory directory;
  private final Map<Address, JsonNode> reads;
  private final Upstream upstream;
  private final Replacements replacements;
  private final Imports imports;
  private final AskedObjects asked;
  private final CollectedNodes auxiliary;
  private final Diagnostics diagnostics;

  /** Data sources that were read already. */
  private final Map<Address, Value> known = new HashMap<>();

  private final Map<Address, List<String>> secrets = new HashMap<>();
  private final Map<Address, StateRecord> records = new HashMap<>();
  private final SortedMap<Address, Planned> planned = new TreeMap<>();

  /**
   * @param directory where providers that are programs find files
   * @param reads the values of data sources that were read
   * @param upstream what is planned of other workspaces
   */
  DecidedInstances(
      WorkingDirectory directory,
      Map<Address, JsonNode> reads,
      Upstream upstream,
      Replacements replacements,
      Imports imports,
      AskedObjects asked,
      CollectedNodes auxiliary,
      Diagnostics diagnostics) {
    this.directory = directory;
    this.reads = reads;
    this.upstream = upstream;
    this.replacements = replacements;
    this.imports = imports;
    this.asked = asked;
    this.auxiliary = auxiliary;
    this.diagnostics = diagnostics;
  }

  /** What state holds, by present addresses. */
  void recorded(List<StateRecord> there) {
    there.forEach(record -> records.put(record.address(), record));
  }

  SortedMap<Address, Planned> planned() {
    return planned;
  }

  /** The ids of resources that stay as they are. */
  Set<String> unchanged() {
    Set<String> ids = new HashSet<>();
    planned.forEach(
        (address, made) -> {
          if (made.decision().isNothing()) {
            ids.add(address.text());
          }
        });
    return ids;
  }

  /** What providers plan, without what is secret. */
  Map<String, JsonNode> shown() {
    Map<String, JsonNode> shown = new HashMap<>();
    planned.forEach(
        (address, made) -> {
          if (made.decision().planned() != null) {
            shown.put(address.text(), ShownValue.withoutSecrets(made.after()));
          }
        });
    return shown;
  }

  /** The values of data sources that were read before the run. */
  Map<Address, Value> read() {
    return known;
  }

  /** Takes over what data sources are worth that were read for another evaluation. */
  void readBefore(Map<Address, Value> values) {
    known.putAll(values);
  }

  /** Whether a data source was read before the run. */
  boolean wasRead(Address address) {
    return known.containsKey(address);
  }

  /**
   * @param by who decides; null where nothing is decided
   */
  ResourceInstances.One one(
      Block block, Decoded body, Settings settings, @Nullable DecisionMaker by) {
    if (by == null || diagnostics.hasErrors()) {
      return new ResourceInstances.One(block.address(), undecided(block, body, by == null));
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
    boolean isAsked = block.type().provider().plansItself();
    Question.Import imported = imports.named(block, diagnostics);
    if (imported != null && !isAsked && by.record(block.address()).isEmpty()) {
      auxiliary.add(AuxiliaryNodes.imported(block, body, settings, needs, imported.text()));
      return new ResourceInstances.One(
          block.address(), PlannedValues.object(block.type().schema().body(), body.values()));
    }
    String replaced = replacements.reason(block, by);
    return switch (isAsked
        ? asked.decide(block, body, resource, replaced, imported, by)
        : by.decide(resource, Unknowns.in(body.config()), replaced)) {
      case DecisionMaker.Pending unanswered -> before;
      case DecisionMaker.Refused refused -> before;
      case DecisionMaker.Decided(Decision decision) -> decided(block, body, decision);
    };
  }

  /** The value of an instance about which nothing is decided: in a destroy, what state has. */
  private Value undecided(Block block, Decoded body, boolean recorded) {
    Value read = recorded ? known.get(block.address()) : null;
    if (read != null) {
      return read;
    }
    StateRecord record = recorded ? records.get(block.address()) : null;
    TypeSchema schema = block.type().schema();
    return record == null
        ? PlannedValues.object(schema.body(), body.values())
        : PlannedValues.of(schema, record);
  }

  /** What a node that a program carries out says of it. */
  private @Nullable PluginWork work(Block block) {
    return block.type().provider().plugin().map(work -> work.in(directory)).orElse(null);
  }

  private ResourceInstances.One decided(Block block, Decoded body, Decision decision) {
    PlannedObject told = decision.planned();
    Value after =
        told == null ? foretold(block, body, decision) : asked.after(block, body, told.after());
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

  /** What is planned, with what the provider says of it beforehand. */
  private static Value foretold(Block block, Decoded body, Decision decision) {
    TypeSchema schema = block.type().schema();
    Value after = PlannedValues.of(schema, decision, body.values());
    JsonNode known = block.type().provider().foretold(schema, block.address(), body.config());
    return known.isEmpty() ? after : PlannedValues.knowing(schema, after, known);
  }

  /** JSON pointers into compiled configurations that hold secrets beyond what schemas say. */
  List<String> secrets(Address address) {
    return secrets.getOrDefault(address, List.of());
  }

  private ResourceInstances.One data(
      Block block, Decoded body, Settings settings, DecisionMaker by) {
    SortedSet<Address> needs = new TreeSet<>(block.ordering());
    needs.addAll(body.needs());
    needs.addAll(asked.needs(block));
    if (block.type().provider().plansItself()
        && asked.look(block, body, settings.pool(), needs, by)
            instanceof AskedObjects.Worth(Value value)) {
      known.put(block.address(), value);
      ResourceInstances.One one = new ResourceInstances.One(block.address(), value);
      auxiliary.conditions(block, one, false);
      auxiliary.conditions(block, one, true);
      return one;
    }
    Optional<Value> planned =
        Unknowns.in(body.config()).isEmpty()
            ? upstream.worth(block.type().schema(), body.config())
            : Optional.empty();
    if (planned.isPresent()) {
      known.put(block.address(), planned.get());
      return new ResourceInstances.One(block.address(), planned.get());
    }
    JsonNode read = reads.get(block.address());
    if (read != null && Unknowns.in(body.config()).isEmpty()) {
      Value value = PlannedValues.read(block.type().schema(), read);
      known.put(block.address(), value);
      return new ResourceInstances.One(block.address(), value);
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
}
