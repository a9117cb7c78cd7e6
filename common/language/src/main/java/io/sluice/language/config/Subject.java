package io.sluice.language.config;

import io.sluice.language.config.check.ReferenceChecks;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.language.syntax.TraversalStep.Attribute;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a reference refers to within its module, as far as its text says. */
public sealed interface Subject {
  record OfVariable(String name) implements Subject {}

  record OfLocal(String name) implements Subject {}

  record OfResource(ResourceName name) implements Subject {}

  /**
   * @param reference the call, {@code module.net}
   * @param output null when the whole module is meant
   */
  record OfModule(String reference, @Nullable String output) implements Subject {}

  record OfStep(String reference) implements Subject {}

  /** {@code count}, {@code each}, {@code self}, {@code path}, {@code terraform}. */
  record Ambient(String root) implements Subject {}

  /** How many steps of the reference name the subject; what follows is access to its value. */
  public static int steps(Subject subject) {
    return switch (subject) {
      case OfVariable v -> 1;
      case OfLocal l -> 1;
      case OfModule m -> 1;
      case Ambient a -> 0;
      case OfStep s -> 2;
      case OfResource r -> r.name().mode() == ResourceMode.MANAGED ? 1 : 2;
    };
  }

  /** Empty if the text names nothing; {@link ReferenceChecks} says why. */
  public static Optional<Subject> of(Traversal traversal) {
    String first = name(traversal, 0);
    String second = name(traversal, 1);
    return Optional.ofNullable(
        switch (traversal.root()) {
          case "var" -> first == null ? null : new OfVariable(first);
          case "local" -> first == null ? null : new OfLocal(first);
          case "module", "component", "stack" ->
              first == null
                  ? null
                  : new OfModule(traversal.root() + "." + first, output(traversal));
          case "data" -> resource(ResourceMode.DATA, first, second);
          case "ephemeral" -> resource(ResourceMode.EPHEMERAL, first, second);
          case "resource" -> resource(ResourceMode.MANAGED, first, second);
          case "step" ->
              first == null || second == null ? null : new OfStep("step." + first + "." + second);
          case "count", "each", "self", "path", "terraform" -> new Ambient(traversal.root());
          default -> resource(ResourceMode.MANAGED, traversal.root(), first);
        });
  }

  private static @Nullable Subject resource(
      ResourceMode mode, @Nullable String type, @Nullable String name) {
    return type == null || name == null ? null : new OfResource(new ResourceName(mode, type, name));
  }

  /** The output of {@code module.a.x}, {@code module.a[0].x}, {@code module.a["k"].x}. */
  private static @Nullable String output(Traversal traversal) {
    List<TraversalStep> steps = traversal.steps();
    for (int i = 1; i < Math.min(3, steps.size()); i++) {
      if (steps.get(i) instanceof Attribute attribute) {
        return attribute.name();
      }
    }
    return null;
  }

  static @Nullable String name(Traversal traversal, int step) {
    return step < traversal.steps().size()
            && traversal.steps().get(step) instanceof Attribute attribute
        ? attribute.name()
        : null;
  }
}
