package io.sluice.stacks.deployment;

import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the conditions of rules may know of a plan.
 *
 * @param mode {@code apply} or {@code destroy}
 * @param components by their addresses
 */
public record PlanContext(
    String deployment, String mode, Counts total, SortedMap<String, Counts> components) {
  public PlanContext {
    components = new TreeMap<>(components);
  }

  /** How many objects a plan does something with. */
  public record Counts(int add, int change, int remove, int imports, int forget) {
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0);

    int all() {
      return add + change + remove + imports + forget;
    }

    private Value value() {
      Map<String, Value> counts = new LinkedHashMap<>();
      counts.put("total", Value.of(all()));
      counts.put("add", Value.of(add));
      counts.put("change", Value.of(change));
      counts.put("remove", Value.of(remove));
      counts.put("import", Value.of(imports));
      counts.put("forget", Value.of(forget));
      return ObjectValue.of(counts);
    }
  }

  /** What {@code context} stands for. */
  Value value() {
    Map<String, Value> byComponent = new LinkedHashMap<>();
    components.forEach((address, counts) -> byComponent.put(address, counts.value()));
    Map<String, Value> plan = new LinkedHashMap<>();
    plan.put("applyable", Value.of(total.all() > 0));
    plan.put("deployment", Value.of(deployment));
    plan.put("mode", Value.of(mode));
    plan.put("changes", total.value());
    plan.put("component_changes", ObjectValue.of(byComponent));
    return ObjectValue.of(
        Map.of(
            "plan", ObjectValue.of(plan),
            "operation", Value.of("plan"),
            "success", Value.of(true)));
  }
}
