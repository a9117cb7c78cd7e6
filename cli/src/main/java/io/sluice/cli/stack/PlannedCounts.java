package io.sluice.cli.stack;

import io.sluice.cli.render.plan.PlanTotals;
import io.sluice.cli.render.plan.ShownChange;
import io.sluice.stacks.deployment.PlanContext;
import io.sluice.stacks.deployment.PlanContext.Counts;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a plan does with how many objects, in all and of each component. */
public final class PlannedCounts {
  private PlannedCounts() {}

  public static PlanContext of(String deployment, boolean destroys, List<ShownChange> changes) {
    SortedMap<String, List<ShownChange>> byComponent = new TreeMap<>();
    for (ShownChange change : changes) {
      byComponent
          .computeIfAbsent(change.address().component(), any -> new ArrayList<>())
          .add(change);
    }
    SortedMap<String, Counts> components = new TreeMap<>();
    byComponent.forEach((component, own) -> components.put(component, counts(own)));
    return new PlanContext(deployment, destroys ? "destroy" : "apply", counts(changes), components);
  }

  private static Counts counts(List<ShownChange> changes) {
    PlanTotals totals = PlanTotals.of(changes);
    return new Counts(
        totals.add(), totals.change(), totals.destroy(), totals.imports(), totals.forget());
  }
}
