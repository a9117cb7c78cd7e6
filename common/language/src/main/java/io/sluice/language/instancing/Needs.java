package io.sluice.language.instancing;

import io.sluice.language.config.Repetition;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.Subject;
import io.sluice.language.instancing.ResourceInstances.One;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.SubExpressions;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.value.Type;
import io.sluice.language.value.Types;
import io.sluice.language.value.Value;
import io.sluice.language.value.convert.Conversion;
import io.sluice.language.value.convert.ConversionException;
import io.sluice.model.Address;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds what an expression needs before it has a value: the instances that it refers to, directly
 * or through variables, locals and outputs, and all instances of a block if it names none.
 */
public final class Needs {
  private final ModuleInstance module;
  private final EvaluationContext context;
  private final SortedSet<Address> found = new TreeSet<>();

  private Needs(EvaluationContext context) {
    this.module = context.module();
    this.context = context;
  }

  public static SortedSet<Address> of(Expression expression, EvaluationContext context) {
    Needs needs = new Needs(context);
    needs.visit(expression);
    return needs.found;
  }

  public static SortedSet<Address> of(
      Expression expression, ModuleInstance module, Repeated repeated) {
    return of(expression, new EvaluationContext(module, new Repetition.Single(), repeated));
  }

  /** What {@code depends_on} names; a module means everything in it. */
  public static SortedSet<Address> named(
      List<Traversal> traversals, ModuleInstance module, Diagnostics diagnostics) {
    Needs needs = new Needs(EvaluationContext.of(module));
    for (Traversal traversal : traversals) {
      needs.mustExist(traversal, diagnostics);
      if (Subject.of(traversal).orElse(null) instanceof Subject.OfModule called
          && called.output() == null) {
        needs.wholeModule(traversal, called);
      } else {
        needs.reference(traversal);
      }
    }
    return needs.found;
  }

  /** Terraform accepts an instance that does not exist; a step that never runs is a mistake. */
  private void mustExist(Traversal traversal, Diagnostics diagnostics) {
    if (!(Subject.of(traversal).orElse(null) instanceof Subject.OfStep step)) {
      return;
    }
    ResourceInstances instances = module.step(step.reference());
    InstanceKey key = ModuleScope.keyAt(traversal, Subject.steps(step));
    if (instances != null && key != null && instances.isKnown() && instances.find(key) == null) {
      diagnostics.error(
          "Invalid step instance",
          "There is no %s%s: %s has %d %s."
              .formatted(
                  step.reference(),
                  key.text(),
                  step.reference(),
                  instances.all().size(),
                  instances.all().size() == 1 ? "instance" : "instances"),
          traversal.range());
    }
  }

  private void wholeModule(Traversal traversal, Subject.OfModule called) {
    ModuleInstances instances = module.children(called.reference());
    if (instances == null) {
      return;
    }
    InstanceKey key = ModuleScope.keyAt(traversal, 1);
    ModuleInstance one = key == null ? null : instances.find(key);
    (one == null ? instances.all() : List.of(one)).forEach(each -> each.collect(found));
    found.addAll(instances.needs());
  }

  private void visit(Expression expression) {
    switch (expression) {
      case Expression.ScopeTraversal scope -> reference(scope.traversal());
      case Expression.Index index
          when index.collection() instanceof Expression.ScopeTraversal scope
              && instance(scope.traversal(), index.key()) ->
          visit(index.key());
      default -> SubExpressions.of(expression).forEach(this::visit);
    }
  }

  /** {@code x.y[count.index]}: only that instance. */
  private boolean instance(Traversal traversal, Expression key) {
    Subject subject = Subject.of(traversal).orElse(null);
    ResourceInstances instances = subject == null ? null : instances(subject);
    if (subject == null
        || instances == null
        || !instances.isKnown()
        || traversal.steps().size() > Subject.steps(subject)) {
      return false;
    }
    Diagnostics own = new Diagnostics();
    Value value = context.evaluate(key, own);
    InstanceKey named = own.hasErrors() ? null : key(value.unmarked());
    ResourceInstances.One one = named == null ? null : instances.find(named);
    if (one == null) {
      return false;
    }
    if (one.opening() == null) {
      found.add(one.address());
    } else {
      found.addAll(one.opening().needs());
    }
    return true;
  }

  /** The key that a value is, for an instance of a block; null if it is none. */
  public static @Nullable InstanceKey key(Value value) {
    if (!value.isKnown() || value.isNull() || !(value.type() instanceof Type.Primitive)) {
      return null;
    }
    try {
      return value.type().equals(Types.NUMBER)
          ? new InstanceKey.Index(value.asNumber().toInt().orElse(-1))
          : new InstanceKey.Key(Conversion.convert(value, Types.STRING).asText());
    } catch (ConversionException e) {
      return null;
    }
  }

  private @Nullable ResourceInstances instances(Subject subject) {
    return switch (subject) {
      case Subject.OfResource resource -> module.resource(resource.name());
      case Subject.OfStep step -> module.step(step.reference());
      case Subject.OfVariable v -> null;
      case Subject.OfLocal l -> null;
      case Subject.OfModule m -> null;
      case Subject.Ambient a -> null;
    };
  }

  private void reference(Traversal traversal) {
    if (context.iterated().containsKey(traversal.root())) {
      return; // the element of a dynamic block counts with its for_each
    }
    Subject subject = Subject.of(traversal).orElse(null);
    switch (subject) {
      case null -> {}
      case Subject.OfVariable(String name) -> found.addAll(module.variable(name).needs());
      case Subject.OfLocal(String name) -> found.addAll(module.local(name).needs());
      case Subject.OfModule called -> module(traversal, called);
      case Subject.OfResource resource -> {
        if (resource.name().mode() == ResourceMode.EPHEMERAL) {
          ephemerals(instances(subject));
        } else {
          instances(traversal, Subject.steps(subject), instances(subject));
        }
      }
      case Subject.OfStep step -> instances(traversal, Subject.steps(subject), instances(subject));
      case Subject.Ambient ambient -> {} // the block's needs hold those of its count and for_each
    }
  }

  /** A user of an ephemeral resource opens it, and so needs what it is made of. */
  private void ephemerals(@Nullable ResourceInstances instances) {
    for (ResourceInstances.One one : instances == null ? List.<One>of() : instances.all()) {
      if (one.opening() != null) {
        found.addAll(one.opening().needs());
      }
    }
  }

  private void instances(Traversal traversal, int steps, @Nullable ResourceInstances instances) {
    if (instances == null) {
      return;
    }
    InstanceKey key = ModuleScope.keyAt(traversal, steps);
    ResourceInstances.One one = key == null ? null : instances.find(key);
    Collection<Address> addresses = one == null ? instances.addresses() : List.of(one.address());
    found.addAll(addresses);
  }

  private void module(Traversal traversal, Subject.OfModule called) {
    ModuleInstances instances = module.children(called.reference());
    if (instances == null) {
      return;
    }
    if (instances.areLate(module)) {
      found.add(instances.output(LateOutput.named(traversal, called, instances)));
    }
    InstanceKey key = ModuleScope.keyAt(traversal, 1);
    ModuleInstance one = key == null ? null : instances.find(key);
    String output = called.output() == null ? splatted(traversal) : called.output();
    for (ModuleInstance each : one == null ? instances.all() : List.of(one)) {
      if (output != null && each.module().outputs().containsKey(output)) {
        found.addAll(each.output(output).needs());
      } else {
        each.module().outputs().keySet().forEach(name -> found.addAll(each.output(name).needs()));
      }
    }
    found.addAll(instances.needs());
  }

  private static @Nullable String splatted(Traversal traversal) {
    return traversal.steps().size() > 2
            && traversal.steps().get(2) instanceof TraversalStep.Attribute attribute
        ? attribute.name()
        : null;
  }
}
