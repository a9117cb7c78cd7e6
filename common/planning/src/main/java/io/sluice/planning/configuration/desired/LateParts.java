package io.sluice.planning.configuration.desired;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.ModuleInstances;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import io.sluice.model.json.JsonPointers;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.PluginWork;
import io.sluice.model.plan.Timeouts;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.planning.configuration.desired.DesiredConfiguration.Block;
import io.sluice.planning.configuration.values.Decoded;
import io.sluice.planning.configuration.values.ShownValue;
import io.sluice.planning.decide.DecisionMaker;
import io.sluice.planning.document.LatePart;
import io.sluice.planning.document.Lifecycle;
import io.sluice.planning.document.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Leaves for the run what is inside of module calls whose instances only the run finds out, and
 * what comes of their outputs.
 */
final class LateParts {
  private static final Settings NOTHING =
      new Settings(null, null, Lifecycle.DEFAULT, Timeouts.NONE, null);

  private final WorkingDirectory place;
  private final AskedObjects asked;
  private final Replacements replacements;
  private final Map<Address, Value> read;
  private final Diagnostics diagnostics;

  /**
   * @param read what data sources are worth that were read already
   */
  LateParts(
      WorkingDirectory place,
      AskedObjects asked,
      Replacements replacements,
      Map<Address, Value> read,
      Diagnostics diagnostics) {
    this.place = place;
    this.asked = asked;
    this.replacements = replacements;
    this.read = read;
    this.diagnostics = diagnostics;
  }

  /**
   * @param by null where nothing is decided
   */
  ResourceInstances.One one(
      Block block, Decoded body, Settings settings, @Nullable DecisionMaker by) {
    Address address = block.address();
    ResourceInstances.One one = new ResourceInstances.One(address, Values.UNKNOWN);
    if (by != null && !diagnostics.hasErrors()) {
      List<String> replaced =
          by.instances(address).stream()
              .map(Address::text)
              .filter(replacements.requested()::contains)
              .toList();
      PluginWork program =
          block.type().provider().plugin().map(work -> work.in(place)).orElse(null);
      String type = block.resource().name().type();
      await(address, type, needs(block, body, one), replaced, settings, program, false, by);
    }
    return one;
  }

  private SortedSet<Address> needs(Block block, Decoded body, ResourceInstances.One one) {
    SortedSet<Address> needs = new TreeSet<>(block.ordering());
    needs.addAll(body.needs());
    needs.addAll(asked.needs(block));
    needs.addAll(Triggers.needs(block));
    needs.addAll(CollectedNodes.conditions(block, one, false, diagnostics).needs());
    needs.addAll(CollectedNodes.conditions(block, one, true, diagnostics).needs());
    for (Node step : Provisioners.of(block, one, new Diagnostics())) {
      step.dependencies().stream()
          .filter(address -> !address.text().startsWith(block.address().text() + "#"))
          .forEach(needs::add);
    }
    needs.remove(block.address());
    return needs;
  }

  void step(
      Step step, Address address, Decoded body, SortedSet<Address> ordering, DecisionMaker by) {
    SortedSet<Address> needs = new TreeSet<>(ordering);
    needs.addAll(body.needs());
    await(address, step.runner(), needs, List.of(), NOTHING, null, false, by);
  }

  private void await(
      Address address,
      String type,
      SortedSet<Address> needs,
      List<String> replaced,
      Settings settings,
      @Nullable PluginWork program,
      boolean isIdle,
      DecisionMaker by) {
    if (by.isPending(needs)) {
      by.postpone(address);
      return;
    }
    SortedMap<String, JsonNode> known = new TreeMap<>();
    List<String> sensitive = new ArrayList<>();
    for (Address need : needs) {
      Value value = read.get(need);
      if (value != null && value.isWhollyKnown()) {
        ShownValue written = new ShownValue();
        known.put(need.text(), written.write(value));
        String below = JsonPointers.child("", need.text());
        written.sensitivePaths().forEach(pointer -> sensitive.add(below + pointer));
      }
    }
    by.await(
        new LatePart(address, type, needs, known, sensitive, replaced, settings, program, isIdle));
  }

  /** What comes of module calls for those outside. */
  void outputs(ModuleInstance module, DecisionMaker by) {
    for (ModuleInstances children : module.children().values()) {
      children
          .late(module)
          .ifPresentOrElse(
              any -> outputs(any, children.needs(), by),
              () -> children.all().forEach(child -> outputs(child, by)));
    }
  }

  private void outputs(ModuleInstance any, SortedSet<Address> counted, DecisionMaker by) {
    SortedSet<Address> all = new TreeSet<>(counted);
    for (Output output : any.module().outputs().values()) {
      SortedSet<Address> needs = new TreeSet<>(counted);
      needs.addAll(any.output(output.name()).needs());
      all.addAll(needs);
      output(any, output.name(), needs, output.preconditions().isEmpty(), by);
    }
    output(any, null, all, true, by);
  }

  private void output(
      ModuleInstance any,
      @Nullable String name,
      SortedSet<Address> needs,
      boolean isIdle,
      DecisionMaker by) {
    Address address = EveryInstance.output(any.path(), name);
    await(address, LatePart.OUTPUT, needs, List.of(), NOTHING, null, isIdle, by);
  }
}
