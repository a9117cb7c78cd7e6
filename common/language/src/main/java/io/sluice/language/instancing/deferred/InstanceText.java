package io.sluice.language.instancing.deferred;

import io.sluice.language.instancing.Expansion;
import io.sluice.language.instancing.LateOutput;
import io.sluice.language.instancing.ResourceInstances;
import io.sluice.language.instancing.ResourceInstances.Opening;
import io.sluice.language.instancing.StepAddress;
import io.sluice.language.source.SourceRange;
import io.sluice.language.syntax.Quoting;
import io.sluice.language.syntax.TraversalStep;
import io.sluice.model.Address;
import io.sluice.model.Lineage;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How an expression calls instances and blocks for the worker, and what the task has to bring. */
final class InstanceText {
  private static final TraversalStep OUTPUT =
      new TraversalStep.Attribute("output", SourceRange.NONE);

  private final SortedMap<String, Address> references = new TreeMap<>();
  private final SortedMap<String, Opening> openings = new TreeMap<>();

  /** The references of what was printed, by their text. */
  SortedMap<String, Address> references() {
    return references;
  }

  /** The ephemeral resources that were printed, by what the text calls them. */
  SortedMap<String, Opening> openings() {
    return openings;
  }

  /** A task brings whole attributes: what is below one may be absent, and {@code try} may ask. */
  String one(ResourceInstances.One one, List<TraversalStep> steps) {
    Opening opening = one.opening();
    if (opening != null) {
      openings.put(one.address().text(), opening);
      return one.address().text() + text(steps);
    }
    int first = 0;
    while (first < steps.size() && !(steps.get(first) instanceof TraversalStep.Attribute)) {
      first++;
    }
    boolean attribute = first == 0 && !steps.isEmpty();
    boolean step = StepAddress.is(one.address());
    if (step && steps.isEmpty()) {
      return "{output = " + one(one, List.of(OUTPUT)) + "}"; // a step has nothing else
    }
    int taken = !attribute ? 0 : step ? Math.min(2, steps.size()) : 1;
    String text = one.address().text() + text(steps.subList(0, taken));
    references.put(Lineage.parse(text).text(), one.address());
    return one.address().text() + text(steps);
  }

  String block(ResourceInstances instances) {
    StringBuilder text = new StringBuilder();
    boolean keyed = instances.expansion().kind() == Expansion.Kind.KEYED;
    if (!instances.isKnown()) {
      return later(instances, keyed);
    }
    for (ResourceInstances.One one : instances.all()) {
      text.append(text.isEmpty() ? "" : ", ");
      if (keyed) {
        text.append(key(one.address())).append(" = ");
      }
      text.append(one(one, List.of()));
    }
    return keyed ? "{" + text + "}" : "[" + text + "]";
  }

  /** The task brings what only the run knows of a module call, under the name of the call. */
  String output(LateOutput output) {
    references.put(Lineage.parse(output.text()).text(), output.address());
    return output.text() + text(output.steps());
  }

  /** A block that the run expands: the task brings all instances under the name of the block. */
  private String later(ResourceInstances instances, boolean keyed) {
    Address every = instances.addresses().getFirst();
    String block = instances.declared();
    references.put(Lineage.parse(block).text(), every);
    String one = StepAddress.is(every) ? "{output = one}" : "one";
    return keyed
        ? "{for key, one in %s : key => %s}".formatted(block, one)
        : "[for one in %s : %s]".formatted(block, one);
  }

  private static String key(Address address) {
    return Lineage.parse(address.text()).segments().getLast() instanceof Lineage.Key(String key)
        ? Quoting.quote(key)
        : "null";
  }

  static String text(List<TraversalStep> steps) {
    return steps.stream().map(TraversalStep::source).collect(Collectors.joining());
  }
}
