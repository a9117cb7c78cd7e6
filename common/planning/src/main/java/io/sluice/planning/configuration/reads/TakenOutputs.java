package io.sluice.planning.configuration.reads;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.language.config.ResourceName;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.instancing.deferred.DeferredExpressions;
import io.sluice.language.source.SourceRange;
import io.sluice.language.substitution.Escape;
import io.sluice.language.syntax.Expression.ScopeTraversal;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.json.JsonPointers;
import io.sluice.model.plan.OnChange;
import io.sluice.model.record.OutputsRecord;
import io.sluice.planning.configuration.values.SharedOutputs;
import io.sluice.planning.configuration.values.ShownValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration that says {@code on_change} takes from the outputs of other workspaces, as
 * it is recorded beside its own outputs: whoever compares the record with what these outputs are
 * now sees whether they have changed.
 */
public final class TakenOutputs {
  private static final String OUTPUTS = "outputs";
  private static final String ALL = "all";
  private static final String DEFAULTS = "defaults";

  private final DeferredExpressions deferred;
  private final ObjectNode config = Json.object();
  private final ObjectNode shown = Json.object();
  private final SortedSet<Address> needs = new TreeSet<>();
  private boolean known = true;

  private TakenOutputs(DeferredExpressions deferred) {
    this.deferred = deferred;
  }

  /**
   * @param deferred takes the references to what the plan does not know yet
   */
  public static TakenOutputs of(ModuleInstance root, DeferredExpressions deferred) {
    TakenOutputs taken = new TakenOutputs(deferred);
    OnChange onChange = root.module().membership().onChange();
    if (onChange != null) {
      taken.module(root);
      if (!taken.config.isEmpty()) {
        String digest = ConfigurationDigest.of(root);
        for (ObjectNode reads : List.of(taken.config, taken.shown)) {
          reads.put(OutputsRecord.ON_CHANGE, onChange.word()).put(OutputsRecord.DIGEST, digest);
        }
      }
    }
    return taken;
  }

  /** The same as before, with the configuration of that time. */
  public static TakenOutputs kept(JsonNode recorded, DeferredExpressions deferred) {
    TakenOutputs taken = new TakenOutputs(deferred);
    if (recorded.isObject()) {
      taken.config.setAll((ObjectNode) Escape.tree(recorded));
      for (Map.Entry<String, JsonNode> each :
          recorded.path(OutputsRecord.WORKSPACES).properties()) {
        each.getValue()
            .path(OUTPUTS)
            .fieldNames()
            .forEachRemaining(
                output -> deferred.hide(JsonPointers.child(pointer(each.getKey()), output)));
      }
    }
    return taken;
  }

  /** What is taken, for the node that records it; empty for nothing. */
  public ObjectNode config() {
    return config;
  }

  /** What of the plan has to be there first. */
  public SortedSet<Address> needs() {
    return needs;
  }

  /** Whether the record says anything else. */
  public boolean isNew(JsonNode recorded) {
    ObjectNode before = recorded.isObject() ? recorded.deepCopy() : Json.object();
    before.remove(OutputsRecord.DOCUMENT);
    return !known || !Json.same(before, shown);
  }

  private void module(ModuleInstance module) {
    UsedOutputs.of(module.module())
        .forEach(
            (name, used) -> {
              ResourceInstances instances = module.resource(name);
              if (instances != null) {
                instances.all().forEach(one -> source(module, name, one, used));
              }
            });
    module.children().values().forEach(child -> child.all().forEach(this::module));
  }

  private void source(
      ModuleInstance module, ResourceName name, ResourceInstances.One one, UsedOutputs.Names used) {
    if (module.isLate() || InstanceKey.of(one.address()) instanceof InstanceKey.Every) {
      return; // only the run finds out what there is: the next one records it
    }
    JsonNode arguments = new ShownValue().write(one.value());
    SharedOutputs.workspace(name.type(), arguments)
        .ifPresent(
            workspace -> {
              if (used.all() || !used.names().isEmpty()) {
                defaults(workspace, arguments.path(DEFAULTS));
              }
              if (used.all()) {
                needs.add(one.address());
                whole(workspace, module, name, one);
              } else {
                used.names().forEach(output -> one(workspace, module, name, one, output));
              }
            });
  }

  /** What stands for outputs that are not there; anything else would look like a change. */
  private void defaults(String workspace, JsonNode defaults) {
    if (defaults.isObject() && !defaults.isEmpty()) {
      entry(config, workspace).set(DEFAULTS, Escape.tree(defaults));
      entry(shown, workspace).set(DEFAULTS, defaults);
    }
  }

  private void whole(
      String workspace, ModuleInstance module, ResourceName name, ResourceInstances.One one) {
    both(workspace, entry -> entry.put(ALL, true));
    Value outputs = outputs(one);
    if (outputs != null && outputs.isWhollyKnown()) {
      outputs.entries().forEach((output, value) -> known(workspace, output, value));
    } else {
      known = false;
      String pointer = pointer(workspace);
      entry(config, workspace).set(OUTPUTS, compiled(module, name, one, List.of(OUTPUTS), pointer));
    }
  }

  private void one(
      String workspace,
      ModuleInstance module,
      ResourceName name,
      ResourceInstances.One one,
      String output) {
    needs.add(one.address());
    Value outputs = outputs(one);
    Value value = outputs == null ? null : outputs.entries().get(output);
    if (value != null && value.isWhollyKnown()) {
      known(workspace, output, value);
    } else if (outputs != null && value == null) {
      both(workspace, entry -> entry.withObject("/" + OUTPUTS).putNull(output));
    } else if (entry(config, workspace).path(OUTPUTS).isTextual()) {
      known = false; // it is taken as a whole
    } else {
      known = false;
      String pointer = JsonPointers.child(pointer(workspace), output);
      JsonNode later = compiled(module, name, one, List.of(OUTPUTS, output), pointer);
      entry(config, workspace).withObject("/" + OUTPUTS).set(output, later);
    }
  }

  private void known(String workspace, String output, Value value) {
    String pointer = JsonPointers.child(pointer(workspace), output);
    if (entry(config, workspace).path(OUTPUTS).isTextual()) {
      return;
    }
    entry(config, workspace).withObject("/" + OUTPUTS).set(output, deferred.known(value, pointer));
    entry(shown, workspace).withObject("/" + OUTPUTS).set(output, new ShownValue().write(value));
  }

  private void both(String workspace, Consumer<ObjectNode> change) {
    change.accept(entry(config, workspace));
    change.accept(entry(shown, workspace));
  }

  private static ObjectNode entry(ObjectNode reads, String workspace) {
    JsonNode all = reads.path(OutputsRecord.WORKSPACES);
    ObjectNode workspaces =
        all.isObject() ? (ObjectNode) all : reads.putObject(OutputsRecord.WORKSPACES);
    JsonNode one = workspaces.path(workspace);
    return one.isObject() ? (ObjectNode) one : workspaces.putObject(workspace);
  }

  private static String pointer(String workspace) {
    String workspaces = "/" + OutputsRecord.READS + "/" + OutputsRecord.WORKSPACES;
    return JsonPointers.child(workspaces, workspace) + "/" + OUTPUTS;
  }

  /** Null where the plan does not know which outputs there are. */
  private static @Nullable Value outputs(ResourceInstances.One one) {
    Value read = one.value().unmarked();
    if (!read.isKnown() || read.isNull()) {
      return null;
    }
    Value outputs = read.entries().get(OUTPUTS);
    Value plain = outputs == null ? null : outputs.unmarked();
    return plain == null || !plain.isKnown() || plain.isNull() ? null : plain;
  }

  private JsonNode compiled(
      ModuleInstance module,
      ResourceName name,
      ResourceInstances.One one,
      List<String> path,
      String pointer) {
    SourceRange range = SourceRange.NONE;
    List<TraversalStep> steps = new ArrayList<>();
    steps.add(new TraversalStep.Attribute(name.type(), range));
    steps.add(new TraversalStep.Attribute(name.name(), range));
    switch (InstanceKey.of(one.address())) {
      case InstanceKey.Index(int position) ->
          steps.add(new TraversalStep.NumberIndex(BigDecimal.valueOf(position), false, range));
      case InstanceKey.Key(String key) -> steps.add(new TraversalStep.StringIndex(key, range));
      case InstanceKey.None none -> {}
      case InstanceKey.Every every -> {}
    }
    path.forEach(step -> steps.add(new TraversalStep.Attribute(step, range)));
    return deferred.compile(
        new ScopeTraversal(new Traversal("data", range, steps, range)),
        EvaluationContext.of(module),
        pointer);
  }
}
