package io.sluice.language.instancing;

import io.sluice.language.config.ResourceName;
import io.sluice.language.config.Subject;
import io.sluice.language.expression.EvalScope;
import io.sluice.language.source.Diagnostic;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.Mark;
import io.sluice.language.value.Marks;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names that an expression of one block of one instance of a module may use. */
public record ModuleScope(ModuleInstance module, Repeated repeated, @Nullable Value self)
    implements EvalScope {
  @Override
  public Resolution resolve(Traversal traversal) {
    Subject subject = Subject.of(traversal).orElse(null);
    return switch (subject) {
      case null -> missing(traversal);
      case Subject.OfVariable(String name) -> new Found(module.variable(name).value(), 1);
      case Subject.OfLocal(String name) -> new Found(module.local(name).value(), 1);
      case Subject.OfModule called -> called(traversal, called);
      case Subject.OfResource(ResourceName name) ->
          instance(traversal, Subject.steps(subject), module.resource(name));
      case Subject.OfStep(String reference) ->
          instance(traversal, Subject.steps(subject), module.step(reference));
      case Subject.Ambient(String root) -> ambient(traversal, root);
    };
  }

  private static Resolution missing(Traversal traversal) {
    return new Missing(
        List.of(
            Diagnostic.error(
                "Invalid reference",
                "\"" + traversal + "\" names nothing that a configuration declares.",
                traversal.range())));
  }

  /** One instance where the text names one, else all of them: a large tuple is made only once. */
  private static Resolution instance(
      Traversal traversal, int steps, @Nullable ResourceInstances instances) {
    if (instances == null) {
      return new Found(Values.UNKNOWN, steps);
    }
    InstanceKey key = keyAt(traversal, steps);
    ResourceInstances.One one = key == null || !instances.isKnown() ? null : instances.find(key);
    return one != null ? new Found(one.value(), steps + 1) : new Found(instances.value(), steps);
  }

  /** The key of an instance at this step of a reference; null if there is none. */
  public static @Nullable InstanceKey keyAt(Traversal traversal, int step) {
    if (step >= traversal.steps().size()) {
      return null;
    }
    return switch (traversal.steps().get(step)) {
      case TraversalStep.Attribute attribute -> null;
      case TraversalStep.StringIndex key -> new InstanceKey.Key(key.value());
      case TraversalStep.NumberIndex number ->
          number.value().stripTrailingZeros().scale() <= 0
                  && number.value().abs().intValue() == number.value().intValue()
                  && number.value().precision() < 9
              ? new InstanceKey.Index(number.value().intValue())
              : null;
    };
  }

  private Resolution called(Traversal traversal, Subject.OfModule called) {
    ModuleInstances instances = module.children(called.reference());
    if (instances == null) {
      return new Found(Values.UNKNOWN, traversal.steps().size());
    }
    InstanceKey key = keyAt(traversal, 1);
    ModuleInstance one = instances.find(key == null ? InstanceKey.none() : key);
    int at = key == null ? 1 : 2;
    if (one != null
        && instances.expansion() instanceof Expansion.Known
        && traversal.steps().size() > at
        && traversal.steps().get(at) instanceof TraversalStep.Attribute output
        && one.module().outputs().containsKey(output.name())) {
      return new Found(one.output(output.name()).value(), at + 1);
    }
    LateOutput late = LateOutput.of(module, called, traversal);
    if (late != null && called.output() != null && key != null) {
      return new Found(later(instances, called.output()), traversal.steps().size());
    }
    return new Found(instances.value(), 1);
  }

  /** The value of an output that only the run knows: unknown, but marked if it is sensitive. */
  private static Value later(ModuleInstances instances, String output) {
    Value any = instances.all().iterator().next().output(output).value();
    return Values.UNKNOWN.withMarks(Marks.deep(any));
  }

  private Resolution ambient(Traversal traversal, String root) {
    Map<String, Value> values = new LinkedHashMap<>();
    switch (root) {
      case "count" -> put(values, "index", repeated.index());
      case "each" -> {
        put(values, "key", repeated.eachKey());
        put(values, "value", repeated.eachValue());
      }
      case "path" -> {
        values.put("module", Value.of(module.module().directory()));
        values.put("root", Value.of("."));
        values.put("cwd", Value.of(module.environment().workingDirectory()));
      }
      case "terraform" -> {
        values.put("workspace", Value.of(module.environment().workspace()));
        values.put("applying", applying());
      }
      default -> {
        return self == null ? missing(traversal) : new Found(self, 0);
      }
    }
    return values.isEmpty() ? missing(traversal) : new Found(ObjectValue.of(values), 0);
  }

  /** What is another thing in the run than in its plan goes only where nothing is kept. */
  private Value applying() {
    return Value.of(module.environment().phase() == Phase.APPLY)
        .withMarks(EnumSet.of(Mark.EPHEMERAL));
  }

  private static void put(Map<String, Value> values, String name, @Nullable Value value) {
    if (value != null) {
      values.put(name, value);
    }
  }
}
