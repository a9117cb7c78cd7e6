package io.sluice.language.instancing;

import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Module;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.ResourceName;
import io.sluice.language.expression.EvalScope;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.function.library.Functions;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.model.Address;
import io.sluice.model.EveryInstance;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One instance of a module with all that is known of it so far. It is filled in the order of
 * dependencies ({@link EvaluationOrder}); what a fault left out is unknown, so that the fault is
 * reported once.
 */
public final class ModuleInstance {
  private final Module module;
  private final ModuleEnvironment environment;
  private final @Nullable Call call;
  private final String path;
  private final SortedMap<String, Evaluated> variables;
  private final SortedMap<String, Evaluated> locals;
  private final SortedMap<String, Evaluated> outputs;
  private final Map<ResourceName, ResourceInstances> resources;
  private final Map<ResourceName, ResourceInstances> own;
  private final Map<String, ResourceInstances> steps;
  private final SortedMap<String, ModuleInstances> children;
  private final SortedSet<Address> waitsFor;
  private final Functions functions;
  private final Evaluator plain;
  private final boolean late;

  /** Where an instance comes from: the calling module, its block, and which instance of it. */
  public record Call(ModuleInstance from, ModuleCall block, Repeated repeated) {}

  private ModuleInstance(
      Module module, ModuleEnvironment environment, @Nullable Call call, String path) {
    this.module = module;
    this.environment = environment;
    this.call = call;
    this.path = path;
    this.variables = new TreeMap<>();
    this.locals = new TreeMap<>();
    this.outputs = new TreeMap<>();
    this.resources = new HashMap<>();
    this.own = Map.of();
    this.steps = new HashMap<>();
    this.children = new TreeMap<>();
    this.waitsFor = new TreeSet<>();
    this.late = environment.phase() != Phase.VALIDATE && EveryInstance.isLate(path + ".");
    this.functions = environment.functions().with(environment.ofProviders().of(module));
    this.plain = evaluator(Repeated.SINGLE, null);
  }

  /** The same one, and what only a block of it sees. */
  private ModuleInstance(ModuleInstance other, Map<ResourceName, ResourceInstances> own) {
    this.module = other.module;
    this.environment = other.environment;
    this.call = other.call;
    this.path = other.path;
    this.variables = other.variables;
    this.locals = other.locals;
    this.outputs = other.outputs;
    this.resources = other.resources;
    this.own = own;
    this.steps = other.steps;
    this.children = other.children;
    this.waitsFor = other.waitsFor;
    this.late = other.late;
    this.functions = other.functions;
    this.plain = evaluator(Repeated.SINGLE, null);
  }

  public static ModuleInstance root(Module module, ModuleEnvironment environment) {
    return new ModuleInstance(module, environment, null, "");
  }

  /** The instance that a call makes; {@code waitsFor} is what everything in it waits for. */
  ModuleInstance child(Module child, Call from, SortedSet<Address> waitsFor) {
    ModuleInstance made =
        new ModuleInstance(
            child,
            environment,
            from,
            prefix() + from.block().reference() + from.repeated().key().text());
    made.waitsFor.addAll(waitsFor);
    made.waitsFor.addAll(this.waitsFor);
    return made;
  }

  /** The same, as a block sees it that declares something of its own. */
  public ModuleInstance seeing(ResourceName name, ResourceInstances own) {
    return new ModuleInstance(this, Map.of(name, own));
  }

  public Module module() {
    return module;
  }

  public ModuleEnvironment environment() {
    return environment;
  }

  /** The functions that its expressions may call. */
  public Functions functions() {
    return functions;
  }

  public @Nullable Call call() {
    return call;
  }

  /** Whether it stands for instances that only the run finds out. */
  public boolean isLate() {
    return late;
  }

  /** What every resource in it waits for, since the call of the module does. */
  public SortedSet<Address> waitsFor() {
    return waitsFor;
  }

  /** {@code module.a["k"]}, or nothing for the root. */
  public String path() {
    return path;
  }

  /** What addresses in it begin with. */
  public String prefix() {
    return path.isEmpty() ? "" : path + ".";
  }

  /** An evaluator of the expressions of a block of this module. */
  public Evaluator evaluator(Repeated repeated, @Nullable Value self) {
    return new Evaluator(new ModuleScope(this, repeated, self), functions, environment.context());
  }

  /** The names that an expression of this module may use. */
  public EvalScope scope(Repeated repeated) {
    return new ModuleScope(this, repeated, null);
  }

  public Value evaluate(Expression expression, Diagnostics diagnostics) {
    return plain.evaluate(expression, diagnostics);
  }

  public Value evaluate(Expression expression, Repeated repeated, Diagnostics diagnostics) {
    return (repeated.key() instanceof InstanceKey.None ? plain : evaluator(repeated, null))
        .evaluate(expression, diagnostics);
  }

  public Evaluated variable(String name) {
    return variables.getOrDefault(name, Evaluated.UNKNOWN);
  }

  public Evaluated local(String name) {
    return locals.getOrDefault(name, Evaluated.UNKNOWN);
  }

  public Evaluated output(String name) {
    return outputs.getOrDefault(name, Evaluated.UNKNOWN);
  }

  /** Its variables, locals and outputs. */
  public Stream<Evaluated> named() {
    return Stream.of(variables, locals, outputs).flatMap(values -> values.values().stream());
  }

  public @Nullable ResourceInstances resource(ResourceName name) {
    ResourceInstances seen = own.get(name);
    return seen == null ? resources.get(name) : seen;
  }

  public @Nullable ResourceInstances step(String reference) {
    return steps.get(reference);
  }

  public @Nullable ModuleInstances children(String name) {
    return children.get(name);
  }

  public SortedMap<String, ModuleInstances> children() {
    return children;
  }

  void putVariable(String name, Evaluated value) {
    variables.put(name, value);
  }

  void putLocal(String name, Evaluated value) {
    locals.put(name, value);
  }

  void putOutput(String name, Evaluated value) {
    outputs.put(name, value);
  }

  void putChildren(String name, ModuleInstances instances) {
    children.put(name, instances);
  }

  public void put(ResourceName name, ResourceInstances instances) {
    resources.put(name, instances);
  }

  public void putStep(String reference, ResourceInstances instances) {
    steps.put(reference, instances);
  }

  Value outputObject() {
    Map<String, Value> values = new LinkedHashMap<>();
    module
        .outputs()
        .keySet()
        .forEach(name -> values.put(name, outputs.getOrDefault(name, Evaluated.UNKNOWN).value()));
    return ObjectValue.of(values);
  }

  /** The addresses of all resources in it and below it. */
  void collect(SortedSet<Address> into) {
    resources.forEach(
        (name, instances) -> {
          if (name.mode() != ResourceMode.EPHEMERAL) {
            into.addAll(instances.addresses());
          }
        });
    steps.values().forEach(instances -> into.addAll(instances.addresses()));
    children.values().forEach(child -> child.all().forEach(one -> one.collect(into)));
  }

  @Override
  public String toString() {
    return path.isEmpty() ? "the root module" : path;
  }
}
