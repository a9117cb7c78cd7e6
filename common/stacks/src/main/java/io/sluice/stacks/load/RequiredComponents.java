package io.sluice.stacks.load;

import io.sluice.language.config.Declarations.HandedProvider;
import io.sluice.language.config.Declarations.ModuleCall;
import io.sluice.language.config.Declarations.ProviderConfiguration;
import io.sluice.language.config.Module;
import io.sluice.language.config.References;
import io.sluice.language.config.Repetition;
import io.sluice.language.config.Subject;
import io.sluice.language.source.Diagnostics;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Attribute;
import io.sluice.language.syntax.Expression;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which components a component needs: those that it refers to, directly or through locals and the
 * configurations of its providers. It comes after all of them, whole: what is made by hand outside
 * of values (a route, a grant) is there, too, as a reader of the stack expects.
 */
final class RequiredComponents {
  private final Module stack;
  private final SortedMap<String, Traversal> found = new TreeMap<>();
  private final Set<String> followed = new HashSet<>();

  private RequiredComponents(Module stack) {
    this.stack = stack;
  }

  /** The call with all that it waits for. */
  static ModuleCall with(Module stack, ModuleCall call) {
    RequiredComponents required = new RequiredComponents(stack);
    for (Attribute input : call.arguments().justAttributes(new Diagnostics()).values()) {
      required.follow(input.expression());
    }
    required.follow(call.repetition());
    for (HandedProvider handed : call.providers().values()) {
      required.configuration(handed);
    }
    List<Traversal> waitsFor = new ArrayList<>(call.dependsOn());
    waitsFor.addAll(required.found.values());
    return new ModuleCall(
        call.kind(),
        call.name(),
        call.source(),
        call.version(),
        call.repetition(),
        call.arguments(),
        call.providers(),
        waitsFor,
        call.sourceRange(),
        call.range());
  }

  private void follow(Expression expression) {
    expression.variables().forEach(this::follow);
  }

  private void follow(Repetition repetition) {
    switch (repetition) {
      case Repetition.Single single -> {}
      case Repetition.Count count -> follow(count.expression());
      case Repetition.ForEach each -> follow(each.expression());
    }
  }

  private void follow(Traversal traversal) {
    Subject subject = Subject.of(traversal).orElse(null);
    if (subject instanceof Subject.OfModule called
        && stack.calls().containsKey(called.reference())) {
      found.putIfAbsent(called.reference(), whole(traversal));
    } else if (subject instanceof Subject.OfLocal(String name)
        && stack.locals().containsKey(name)
        && followed.add("local." + name)) {
      follow(stack.locals().get(name).value());
    }
  }

  private void configuration(HandedProvider handed) {
    if (handed.key() != null) {
      follow(handed.key());
    }
    String name = handed.configuration().toString();
    for (ProviderConfiguration provider : stack.providers()) {
      if (provider.reference().equals(name) && followed.add("provider." + name)) {
        References.of(provider.body()).forEach(this::follow);
        follow(provider.repetition());
      }
    }
  }

  /** {@code component.net} of {@code component.net.vpc_id}. */
  private static Traversal whole(Traversal traversal) {
    List<TraversalStep> name = traversal.steps().subList(0, 1);
    SourceRange range = traversal.rootRange().to(name.getFirst().range());
    return new Traversal(traversal.root(), traversal.rootRange(), name, range);
  }
}
