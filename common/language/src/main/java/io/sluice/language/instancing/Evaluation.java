package io.sluice.language.instancing;

import io.sluice.language.config.CheckRule;
import io.sluice.language.config.Declarations.Local;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.Step;
import io.sluice.language.config.Module;
import io.sluice.language.config.Repetition;
import io.sluice.language.config.Resource;
import io.sluice.language.config.VariableValues;
import io.sluice.language.expression.Evaluator;
import io.sluice.language.instancing.EvaluationOrder.Item;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.model.Address;
import io.sluice.model.limit.Limits;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Evaluates a checked configuration: every declaration of the tree, dependencies first, in every
 * instance of its module. A caller supplies the value of each resource, as soon as everything that
 * the resource needs is known.
 */
public final class Evaluation {
  /** The most instances of one block where it says nothing else. */
  public static final int MAX_INSTANCES = Limits.STANDARD.counts().instances();

  /** Modules in modules multiply. */
  private static final int MAX_MODULES = 50_000;

  /** Gives resources and steps their values, and puts them into the module instance. */
  public interface Resources {
    void resource(ModuleInstance module, Resource resource);

    void step(ModuleInstance module, Step step);
  }

  private final ModuleEnvironment environment;
  private final Resources resources;
  private final Diagnostics diagnostics;
  private final Variables variables;
  private final Map<String, List<ModuleInstance>> instances = new HashMap<>();
  private int modules;

  private Evaluation(
      ModuleEnvironment environment,
      Map<String, VariableValues.Given> given,
      Resources resources,
      Diagnostics diagnostics) {
    this.environment = environment;
    this.resources = resources;
    this.diagnostics = diagnostics;
    this.variables = new Variables(given, diagnostics);
  }

  /**
   * @param given what the variables of the root are set to
   */
  public static ModuleInstance of(
      Module root,
      ModuleEnvironment environment,
      Map<String, VariableValues.Given> given,
      Resources resources,
      Diagnostics diagnostics) {
    Evaluation evaluation = new Evaluation(environment, given, resources, diagnostics);
    ModuleInstance instance = ModuleInstance.root(root, environment);
    evaluation.instances.put(root.prefix(), new ArrayList<>(List.of(instance)));
    for (Item item : EvaluationOrder.of(root)) {
      for (ModuleInstance module :
          evaluation.instances.getOrDefault(item.module().prefix(), List.of())) {
        evaluation.evaluate(module, item);
      }
    }
    return instance;
  }

  /** Reports faults in the values of the root's variables, and evaluates nothing else. */
  public static void checkVariables(
      Module root,
      ModuleEnvironment environment,
      Map<String, VariableValues.Given> given,
      Diagnostics diagnostics) {
    Variables variables = new Variables(given, diagnostics);
    ModuleInstance instance = ModuleInstance.root(root, environment);
    for (Item item : EvaluationOrder.of(root)) {
      if (item instanceof Item.OfVariable it && it.module().prefix().equals(root.prefix())) {
        variables.evaluate(instance, it.variable());
      }
    }
  }

  private void evaluate(ModuleInstance module, Item item) {
    switch (item) {
      case Item.OfVariable it -> variables.evaluate(module, it.variable());
      case Item.OfLocal it -> local(module, it.local());
      case Item.OfOutput it -> output(module, it.output());
      case Item.OfResource it -> resources.resource(module, it.resource());
      case Item.OfStep it -> resources.step(module, it.step());
      case Item.OfCall it -> call(module, it.call());
    }
  }

  private void local(ModuleInstance module, Local local) {
    Value value = module.evaluate(local.value(), diagnostics);
    module.putLocal(
        local.name(), new Evaluated(value, Needs.of(local.value(), module, Repeated.SINGLE)));
  }

  private void output(ModuleInstance module, Output output) {
    SortedSet<Address> needs = new TreeSet<>(Needs.named(output.dependsOn(), module, diagnostics));
    Evaluator evaluator = module.evaluator(Repeated.SINGLE, null);
    boolean holds = true;
    for (CheckRule rule : output.preconditions()) {
      holds &= precondition(rule, evaluator, module.prefix() + "output." + output.name());
    }
    Expression expression = output.value();
    if (expression == null || !holds) {
      module.putOutput(output.name(), Evaluated.UNKNOWN);
      return;
    }
    needs.addAll(Needs.of(expression, module, Repeated.SINGLE));
    Value value = typed(output, module.evaluate(expression, diagnostics), expression);
    Set<Mark> marks = Marks.deep(value);
    if (marks.contains(Mark.EPHEMERAL) && !output.ephemeral()) {
      diagnostics.error(
          "Ephemeral value not allowed",
          "This output value is not declared as returning an ephemeral value, so it cannot be set"
              + " to a result derived from an ephemeral value.",
          expression.range());
      value = Values.UNKNOWN;
    }
    if (module.path().isEmpty() && marks.contains(Mark.SENSITIVE) && !output.sensitive()) {
      diagnostics.error(
          "Output refers to sensitive values",
          "To reduce the risk of accidentally exporting sensitive data that was intended to be only"
              + " internal, Terraform requires that any root module output containing sensitive"
              + " data be explicitly marked as sensitive, to confirm your intent.\n\nIf you do"
              + " intend to export this data, annotate the output value as sensitive by adding the"
              + " following argument:\n    sensitive = true",
          output.range());
      value = Values.UNKNOWN;
    }
    if (output.sensitive()) {
      value = value.withMarks(EnumSet.of(Mark.SENSITIVE));
    }
    module.putOutput(output.name(), new Evaluated(value, needs));
  }

  private Value typed(Output output, Value value, Expression expression) {
    try {
      return output.type().convert(value);
    } catch (ConversionException e) {
      diagnostics.error(
          "Invalid value for output",
          "The value is not suitable for output \"%s\": %s."
              .formatted(output.name(), Variables.reason(e)),
          expression.range());
      return Value.unknown(output.type().type());
    }
  }

  private boolean precondition(CheckRule rule, Evaluator evaluator, String output) {
    return switch (Conditions.check(rule, "condition", evaluator, diagnostics)) {
      case HOLDS, LATER -> true;
      case BROKEN -> false;
      case FAILS -> {
        diagnostics.add(
            Diagnostic.error(
                    "Module output value precondition failed",
                    Conditions.message(rule, evaluator, diagnostics),
                    rule.condition().range())
                .about(output));
        yield false;
      }
    };
  }

  private void call(ModuleInstance module, ModuleCall call) {
    Module child = module.module().children().get(call.reference());
    if (child == null) {
      return;
    }
    boolean validating = environment.phase() == Phase.VALIDATE;
    Expander expander =
        new Expander(
            module.evaluator(Repeated.SINGLE, null),
            Expander.IfUnknown.WAIT,
            MAX_INSTANCES,
            diagnostics);
    Expansion expansion = expander.expand(call.repetition());
    if (validating) {
      expansion = any(expansion);
    }
    if (!fits(expansion, call)) {
      return;
    }
    SortedSet<Address> needs = needs(call.repetition(), module);
    if (!validating && expansion instanceof Expansion.Waiting && !mayCome(call, module, needs)) {
      return;
    }
    SortedSet<Address> waitsFor = new TreeSet<>(Needs.named(call.dependsOn(), module, diagnostics));
    waitsFor.addAll(needs);
    Map<InstanceKey, ModuleInstance> made = new LinkedHashMap<>();
    for (Repeated repeated : Expansion.instances(expansion)) {
      made.put(
          repeated.key(),
          module.child(child, new ModuleInstance.Call(module, call, repeated), waitsFor));
    }
    module.putChildren(call.reference(), new ModuleInstances(expansion, made, needs));
    instances.computeIfAbsent(child.prefix(), any -> new ArrayList<>()).addAll(made.values());
  }

  /** Whether there is anything in the run that the number of instances could come from. */
  private boolean mayCome(ModuleCall call, ModuleInstance module, SortedSet<Address> needs) {
    boolean waits = !needs.isEmpty() || module.isLate();
    if (!waits && !diagnostics.hasErrors()) {
      Expander.refuseEndless(call.repetition(), diagnostics);
    }
    return waits;
  }

  private boolean fits(Expansion expansion, ModuleCall call) {
    boolean before = modules <= MAX_MODULES;
    modules = Math.min(MAX_MODULES + 1, modules + Expansion.instances(expansion).size());
    if (modules > MAX_MODULES && before) {
      diagnostics.error(
          "Too many modules",
          "With %s the configuration has more than %d instances of modules."
              .formatted(call.reference(), MAX_MODULES),
          call.range());
    }
    return modules <= MAX_MODULES;
  }

  /** What the count or the keys of a block were made of. */
  public static SortedSet<Address> needs(Repetition repetition, ModuleInstance module) {
    return switch (repetition) {
      case Repetition.Single single -> new TreeSet<>();
      case Repetition.Count count -> Needs.of(count.expression(), module, Repeated.SINGLE);
      case Repetition.ForEach each -> Needs.of(each.expression(), module, Repeated.SINGLE);
    };
  }

  /** Validation looks at each block once, whatever number of instances it will have. */
  public static Expansion any(Expansion expansion) {
    return switch (expansion.kind()) {
      case SINGLE -> expansion;
      case COUNTED -> new Expansion.Waiting(Expansion.Kind.COUNTED, Repeated.anyCounted());
      case KEYED -> new Expansion.Waiting(Expansion.Kind.KEYED, Repeated.anyKeyed());
    };
  }
}
