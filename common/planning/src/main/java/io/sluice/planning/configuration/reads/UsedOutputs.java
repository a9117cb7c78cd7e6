package io.sluice.planning.configuration.reads;

import io.sluice.language.config.CheckRule;
import io.sluice.language.config.Declarations.HandedProvider;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.Output;
import io.sluice.language.config.Module;
import io.sluice.language.config.References;
import io.sluice.language.config.Repetition;
import io.sluice.language.config.Resource;
import io.sluice.language.config.ResourceMode;
import io.sluice.language.config.ResourceName;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which outputs of another workspace the text of a module uses, by the data source that reads them.
 * What is not written out as {@code data.TYPE.NAME.outputs.OUTPUT} uses all of them.
 */
final class UsedOutputs {
  private static final String DATA = "data";
  private static final String OUTPUTS = "outputs";

  private final SortedMap<ResourceName, Names> used = new TreeMap<>();

  private UsedOutputs() {}

  /**
   * @param all whether the outputs are used as a whole
   */
  record Names(boolean all, SortedSet<String> names) {
    Names {
      names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
    }

    Names and(Names other) {
      SortedSet<String> both = new TreeSet<>(names);
      both.addAll(other.names);
      return new Names(all || other.all, both);
    }
  }

  /** Of one module, without those that it calls. */
  static SortedMap<ResourceName, Names> of(Module module) {
    UsedOutputs found = new UsedOutputs();
    module.locals().values().forEach(local -> found.in(local.value()));
    module.outputs().values().forEach(found::output);
    module.resources().values().forEach(found::resource);
    module.calls().values().forEach(found::call);
    module
        .steps()
        .values()
        .forEach(
            step -> {
              found.repetition(step.repetition());
              if (step.arguments() != null) {
                found.all(References.of(step.arguments()));
              }
            });
    module
        .providers()
        .forEach(
            provider -> {
              found.repetition(provider.repetition());
              found.all(References.of(provider.body()));
            });
    module.variables().values().forEach(variable -> found.rules(variable.validations()));
    module
        .imports()
        .forEach(
            imported -> {
              found.in(imported.id());
              Optional.ofNullable(imported.forEach()).ifPresent(found::in);
            });
    module
        .checks()
        .forEach(
            check -> {
              found.rules(check.assertions());
              Optional.ofNullable(check.data()).ifPresent(found::resource);
            });
    return found.used;
  }

  private void output(Output output) {
    Optional.ofNullable(output.value()).ifPresent(this::in);
    rules(output.preconditions());
  }

  private void resource(Resource resource) {
    repetition(resource.repetition());
    all(References.of(resource.body()));
    resource.lifecycle().replaceTriggeredBy().forEach(this::in);
    rules(resource.lifecycle().preconditions());
    rules(resource.lifecycle().postconditions());
    resource.provisioners().forEach(provisioner -> all(References.of(provisioner.body())));
  }

  private void call(ModuleCall call) {
    repetition(call.repetition());
    all(References.of(call.arguments()));
    call.providers().values().stream()
        .map(HandedProvider::key)
        .flatMap(Stream::ofNullable)
        .forEach(this::in);
  }

  private void repetition(Repetition repetition) {
    switch (repetition) {
      case Repetition.Single single -> {}
      case Repetition.Count(Expression count) -> in(count);
      case Repetition.ForEach(Expression each) -> in(each);
    }
  }

  private void rules(Collection<CheckRule> rules) {
    for (CheckRule rule : rules) {
      in(rule.condition());
      in(rule.errorMessage());
    }
  }

  private void in(Expression expression) {
    all(expression.variables());
  }

  private void all(List<Traversal> traversals) {
    for (Traversal traversal : traversals) {
      List<TraversalStep> steps = traversal.steps();
      if (traversal.root().equals(DATA)
          && steps.size() > 1
          && steps.get(0) instanceof TraversalStep.Attribute type
          && steps.get(1) instanceof TraversalStep.Attribute name) {
        used.merge(
            new ResourceName(ResourceMode.DATA, type.name(), name.name()),
            names(steps.subList(2, steps.size())),
            Names::and);
      }
    }
  }

  private static Names names(List<TraversalStep> steps) {
    boolean repeated =
        !steps.isEmpty()
            && (steps.getFirst() instanceof TraversalStep.NumberIndex
                || steps.getFirst() instanceof TraversalStep.StringIndex);
    List<TraversalStep> below = repeated ? steps.subList(1, steps.size()) : steps;
    if (below.isEmpty() || !(below.getFirst() instanceof TraversalStep.Attribute attribute)) {
      return new Names(true, Collections.emptySortedSet());
    }
    if (!attribute.name().equals(OUTPUTS)) {
      return new Names(false, Collections.emptySortedSet()); // its name, say
    }
    return below.size() < 2
        ? new Names(true, Collections.emptySortedSet())
        : switch (below.get(1)) {
          case TraversalStep.Attribute one -> one(one.name());
          case TraversalStep.StringIndex one -> one(one.value());
          case TraversalStep.NumberIndex none -> new Names(true, Collections.emptySortedSet());
        };
  }

  private static Names one(String name) {
    return new Names(false, new TreeSet<>(List.of(name)));
  }
}
