package io.sluice.sdk.junit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sluice.model.Action;
import io.sluice.model.Lineage;
import io.sluice.model.json.Json;
import io.sluice.planning.configuration.ConfigurationPlan;
import io.sluice.planning.configuration.ConfigurationPlan.ResourceChange;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a plan is expected to hold. */
public final class PlanAssert {
  private static final String UNKNOWN = "$unknown";

  private final String stack;
  private final ConfigurationPlan plan;

  PlanAssert(String stack, ConfigurationPlan plan) {
    this.stack = stack;
    this.plan = plan;
  }

  /** Exactly these are created, in any order. */
  public PlanAssert creates(String... addresses) {
    TreeSet<String> wanted = new TreeSet<>(List.of(addresses));
    TreeSet<String> planned =
        plan.changes().stream()
            .filter(change -> change.action() == Action.CREATE)
            .map(change -> change.address().text())
            .collect(Collectors.toCollection(TreeSet::new));
    if (!planned.equals(wanted)) {
      throw new AssertionError(
          "Stack \"" + stack + "\" creates " + planned + ", and was to create " + wanted);
    }
    return this;
  }

  /**
   * The value that an argument or output of an object will have.
   *
   * @param path below the object: {@code tags["env"]}, {@code ingress[0].port}
   * @param expected text, a number, a boolean, a list or a map
   */
  public PlanAssert value(String address, String path, Object expected) {
    JsonNode there = at(address, path);
    if (!Json.same(there, Json.toTree(expected))) {
      throw new AssertionError(
          "%s.%s is planned to be %s, not %s"
              .formatted(address, path, shown(there), Json.text(Json.toTree(expected))));
    }
    return this;
  }

  /** Only the apply will tell. */
  public PlanAssert unknown(String address, String path) {
    JsonNode there = at(address, path);
    if (!there.path(UNKNOWN).asBoolean()) {
      throw new AssertionError("%s.%s is known already: %s".formatted(address, path, shown(there)));
    }
    return this;
  }

  /** An output of the stack. */
  public PlanAssert output(String name, Object expected) {
    ConfigurationPlan.OutputChange output = plan.outputs().get(name);
    JsonNode after = output == null ? null : output.after();
    JsonNode there = after == null ? MissingNode.getInstance() : after;
    if (!Json.same(there, Json.toTree(expected))) {
      throw new AssertionError(
          "output %s is planned to be %s, not %s"
              .formatted(name, shown(there), Json.text(Json.toTree(expected))));
    }
    return this;
  }

  private JsonNode at(String address, String path) {
    ResourceChange change =
        plan.changes().stream()
            .filter(each -> each.address().text().equals(address))
            .findFirst()
            .orElseThrow(
                () ->
                    new AssertionError(
                        address
                            + " is not in the plan of stack \""
                            + stack
                            + "\"; there are "
                            + plan.changes().stream().map(each -> each.address().text()).toList()));
    JsonNode after = change.after();
    JsonNode there = after == null ? MissingNode.getInstance() : after;
    for (Lineage.Segment segment : Lineage.below(path)) {
      JsonNode next = segment.in(there);
      if (next == null) {
        return MissingNode.getInstance();
      }
      there = next;
    }
    return there;
  }

  private static String shown(JsonNode node) {
    return node.isMissingNode() ? "nothing" : Json.text(node);
  }
}
