package io.sluice.language.instancing.deferred;

import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Declarations.Variable;
import io.sluice.language.config.Repetition;
import io.sluice.language.config.Subject;
import io.sluice.language.instancing.EvaluationContext;
import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.InstanceKey;
import io.sluice.language.instancing.ModuleInstance;
import io.sluice.language.instancing.ModuleInstances;
import io.sluice.language.instancing.ModuleScope;
import io.sluice.language.instancing.Needs;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.SubExpressions;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows expressions through variables, locals, outputs and constructors to their origins. */
final class Origins {
  private Origins() {}

  static Origin of(Expression expression, EvaluationContext context) {
    return switch (expression) {
      case Expression.ScopeTraversal scope -> reference(scope, context);
      case Expression.Parenthesised inner -> of(inner.inner(), context);
      case Expression.RelativeTraversal relative ->
          further(of(relative.source(), context), relative.steps());
      case Expression.Index index -> {
        TraversalStep step = step(context.quietly(index.key()));
        yield step == null
            ? computed(expression, context)
            : further(of(index.collection(), context), List.of(step));
      }
      case Expression.Template template when template.isWrap() ->
          of(SubExpressions.of(template).getFirst(), context);
      default -> computed(expression, context);
    };
  }

  private static Origin computed(Expression expression, EvaluationContext context) {
    return new Origin.Computed(expression, context, null, List.of());
  }

  static @Nullable TraversalStep step(Value value) {
    return switch (Needs.key(value.unmarked())) {
      case null -> null;
      case InstanceKey.Index(int position) ->
          new TraversalStep.NumberIndex(BigDecimal.valueOf(position), false, SourceRange.NONE);
      case InstanceKey.Key(String key) -> new TraversalStep.StringIndex(key, SourceRange.NONE);
      case InstanceKey.None none -> null;
      case InstanceKey.Every every -> null;
    };
  }

  private static Origin further(Origin origin, List<TraversalStep> steps) {
    if (steps.isEmpty()) {
      return origin;
    }
    return switch (origin) {
      case Origin.Instance(ResourceInstances.One one, List<TraversalStep> before) ->
          new Origin.Instance(one, Origin.joined(before, steps));
      case Origin.Block(ResourceInstances instances, List<TraversalStep> before) ->
          block(instances, Origin.joined(before, steps));
      case Origin.Computed computed -> descended(computed, Origin.joined(computed.steps(), steps));
    };
  }

  private static Origin block(ResourceInstances instances, List<TraversalStep> steps) {
    if (instances.isKnown() && instances.expansion().kind() == Expansion.Kind.SINGLE) {
      ResourceInstances.One single = instances.find(InstanceKey.none());
      if (single != null) {
        return new Origin.Instance(single, steps);
      }
    }
    if (!steps.isEmpty()) {
      ResourceInstances.One one =
          switch (steps.getFirst()) {
            case TraversalStep.Attribute a -> null;
            case TraversalStep.StringIndex key ->
                instances.orLater(new InstanceKey.Key(key.value()));
            case TraversalStep.NumberIndex number ->
                instances.orLater(new InstanceKey.Index(number.value().intValue()));
          };
      if (one != null) {
        return new Origin.Instance(one, steps.subList(1, steps.size()));
      }
    }
    return new Origin.Block(instances, steps);
  }

  /** Into the constructors of objects and tuples, as far as the steps lead there. */
  private static Origin descended(Origin.Computed computed, List<TraversalStep> steps) {
    if (steps.isEmpty()) {
      return of(computed.expression(), computed.context());
    }
    Expression part =
        switch (computed.expression()) {
          case Expression.ObjectConstructor object ->
              item(object, steps.getFirst(), computed.context());
          case Expression.TupleConstructor tuple -> element(tuple, steps.getFirst());
          default -> null;
        };
    if (part != null) {
      return further(of(part, computed.context()), steps.subList(1, steps.size()));
    }
    return new Origin.Computed(
        computed.expression(), computed.context(), computed.conversion(), steps);
  }

  private static @Nullable Expression item(
      Expression.ObjectConstructor object, TraversalStep step, EvaluationContext context) {
    String name =
        switch (step) {
          case TraversalStep.Attribute attribute -> attribute.name();
          case TraversalStep.StringIndex key -> key.value();
          case TraversalStep.NumberIndex number -> null;
        };
    Expression found = null;
    for (Expression.ObjectConstructor.Item item : object.items()) {
      Value key = context.quietly(item.key()).unmarked();
      if (name != null
          && key.isKnown()
          && key.type().equals(Types.STRING)
          && key.asText().equals(name)) {
        found = item.value();
      }
    }
    return found;
  }

  private static @Nullable Expression element(
      Expression.TupleConstructor tuple, TraversalStep step) {
    if (!(step instanceof TraversalStep.NumberIndex number)) {
      return null;
    }
    int at = number.value().intValue();
    return at >= 0 && at < tuple.elements().size() ? tuple.elements().get(at) : null;
  }

  private static Origin reference(Expression.ScopeTraversal expression, EvaluationContext context) {
    Traversal traversal = expression.traversal();
    EvaluationContext.Iterated bound = context.iterated().get(traversal.root());
    if (bound != null) {
      Origin iterated = iterated(bound, traversal.steps());
      return iterated == null ? computed(expression, context) : iterated;
    }
    Subject subject = Subject.of(traversal).orElse(null);
    if (subject == null) {
      return computed(expression, context);
    }
    int taken = Subject.steps(subject);
    List<TraversalStep> all = traversal.steps();
    ModuleInstance module = context.module();
    Origin origin =
        switch (subject) {
          case Subject.OfLocal(String name) -> {
            var local = module.module().locals().get(name);
            yield local == null
                ? null
                : further(
                    of(local.value(), EvaluationContext.of(module)),
                    all.subList(taken, all.size()));
          }
          case Subject.OfVariable(String name) ->
              variable(module, name, all.subList(taken, all.size()));
          case Subject.OfModule called -> called(module, called, traversal);
          case Subject.OfResource resource -> {
            ResourceInstances instances = module.resource(resource.name());
            yield instances == null ? null : block(instances, all.subList(taken, all.size()));
          }
          case Subject.OfStep step -> {
            ResourceInstances instances = module.step(step.reference());
            yield instances == null ? null : block(instances, all.subList(taken, all.size()));
          }
          case Subject.Ambient(String root) -> ambient(root, all, context);
        };
    return origin == null ? computed(expression, context) : origin;
  }

  private static @Nullable Origin variable(
      ModuleInstance module, String name, List<TraversalStep> rest) {
    ModuleInstance.Call call = module.call();
    Variable variable = module.module().variables().get(name);
    if (call == null || variable == null) {
      return null;
    }
    Attribute argument =
        call.block()
            .arguments()
            .justAttributes(new io.sluice.language.source.Diagnostics())
            .get(name);
    if (argument == null) {
      return null;
    }
    EvaluationContext outside =
        new EvaluationContext(call.from(), call.block().repetition(), call.repeated());
    Origin origin = of(argument.expression(), outside);
    String conversion =
        switch (variable.type().type()) {
          case Type.ListType list -> "tolist";
          case Type.SetType set -> "toset";
          case Type.MapType map -> "tomap";
          default -> null;
        };
    if (conversion != null && rest.isEmpty()) {
      return new Origin.Computed(argument.expression(), outside, conversion, List.of());
    }
    return further(origin, rest);
  }

  private static @Nullable Origin called(
      ModuleInstance module, Subject.OfModule called, Traversal traversal) {
    ModuleInstances instances = module.children(called.reference());
    if (instances == null || called.output() == null) {
      return null;
    }
    InstanceKey key = ModuleScope.keyAt(traversal, 1);
    ModuleInstance one = instances.find(key == null ? InstanceKey.none() : key);
    int at = key == null ? 1 : 2;
    Output output = one == null ? null : one.module().outputs().get(called.output());
    if (one == null || output == null || output.value() == null) {
      return null;
    }
    List<TraversalStep> rest = traversal.steps().subList(at + 1, traversal.steps().size());
    return further(of(output.value(), EvaluationContext.of(one)), rest);
  }

  /** {@code setting.value} of a dynamic block is the part of its for_each under its key. */
  private static @Nullable Origin iterated(
      EvaluationContext.Iterated bound, List<TraversalStep> steps) {
    boolean value =
        !steps.isEmpty()
            && steps.getFirst() instanceof TraversalStep.Attribute attribute
            && attribute.name().equals("value");
    TraversalStep key =
        switch (bound.key()) {
          case InstanceKey.Key(String text) ->
              new TraversalStep.StringIndex(text, SourceRange.NONE);
          case InstanceKey.Index(int position) ->
              new TraversalStep.NumberIndex(BigDecimal.valueOf(position), false, SourceRange.NONE);
          case InstanceKey.None none -> null;
          case InstanceKey.Every every -> null;
        };
    if (!value || key == null) {
      return null;
    }
    return further(
        of(bound.forEach(), bound.context()),
        Origin.joined(List.of(key), steps.subList(1, steps.size())));
  }

  /** {@code each.value} is the part of the for_each expression under the instance's key. */
  private static @Nullable Origin ambient(
      String root, List<TraversalStep> all, EvaluationContext context) {
    ResourceInstances.One self = context.self();
    if (root.equals("self") && self != null) {
      return new Origin.Instance(self, all);
    }
    boolean value =
        root.equals("each")
            && !all.isEmpty()
            && all.getFirst() instanceof TraversalStep.Attribute attribute
            && attribute.name().equals("value");
    if (!value
        || !(context.repetition() instanceof Repetition.ForEach(Expression expression))
        || !(context.repeated().key() instanceof InstanceKey.Key(String key))) {
      return null;
    }
    List<TraversalStep> steps =
        Origin.joined(
            List.of(new TraversalStep.StringIndex(key, SourceRange.NONE)),
            all.subList(1, all.size()));
    return further(of(expression, EvaluationContext.of(context.module())), steps);
  }
}
