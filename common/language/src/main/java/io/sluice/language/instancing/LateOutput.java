package io.sluice.language.instancing;

import io.sluice.language.config.Subject;
import io.sluice.language.syntax.Traversal;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.model.Address;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a reference takes from a module call whose instances only the run finds out: one output of
 * all instances, or all outputs.
 *
 * @param text its name in expressions
 * @param address of the node that has the value
 * @param steps into the value
 */
public record LateOutput(String text, Address address, List<TraversalStep> steps) {
  public LateOutput {
    steps = List.copyOf(steps);
  }

  /** Null if the instances are known, or if the reference is itself inside such a call. */
  public static @Nullable LateOutput of(
      ModuleInstance module, Subject.OfModule called, Traversal traversal) {
    ModuleInstances instances = module.children(called.reference());
    if (instances == null || !instances.areLate(module)) {
      return null;
    }
    String name = named(traversal, called, instances);
    List<TraversalStep> all = traversal.steps();
    String call = module.prefix() + called.reference();
    return name == null
        ? new LateOutput(call, instances.output(null), all.subList(1, all.size()))
        : new LateOutput(
            call + "." + name, instances.output(name), without(all.subList(1, all.size()), 1));
  }

  private static List<TraversalStep> without(List<TraversalStep> steps, int position) {
    List<TraversalStep> others = new ArrayList<>(steps);
    others.remove(position);
    return others;
  }

  /** The output of one instance that the text names; null for all that the module has. */
  static @Nullable String named(
      Traversal traversal, Subject.OfModule called, ModuleInstances instances) {
    String name = called.output();
    return name != null
            && ModuleScope.keyAt(traversal, 1) != null
            && instances.all().iterator().next().module().outputs().containsKey(name)
        ? name
        : null;
  }
}
