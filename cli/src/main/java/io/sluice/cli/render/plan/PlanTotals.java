package io.sluice.cli.render.plan;

import io.sluice.cli.render.Style;
import io.sluice.model.Action;
import java.util.ArrayList;
import java.util.List;

/** How much a plan does; a replacement is an addition and a destruction. */
public record PlanTotals(int add, int change, int destroy, int imports, int forget, int left) {

  public static PlanTotals of(List<ShownChange> changes) {
    int add = 0;
    int change = 0;
    int destroy = 0;
    int imports = 0;
    int forget = 0;
    int left = 0;
    for (ShownChange one : changes) {
      left += one.leaves() ? 1 : 0;
      imports += one.importing() != null || one.action() == Action.IMPORT ? 1 : 0;
      switch (one.action()) {
        case CREATE -> add++;
        case UPDATE -> change++;
        case DELETE -> destroy += one.leaves() ? 0 : 1;
        case REPLACE -> {
          add++;
          destroy += one.leaves() ? 0 : 1;
        }
        case FORGET -> forget++;
        case IMPORT, READ, NOOP, EXPAND, STEP, PLAN -> {}
      }
    }
    return new PlanTotals(add, change, destroy, imports, forget, left);
  }

  public boolean isNothing() {
    return add + change + destroy + imports + forget + left == 0;
  }

  /** A note beside the question; empty where everything that goes is really destroyed. */
  public String stays() {
    return left == 0 ? "" : "  " + left + " of them existed before and will be left in place.\n";
  }

  /** The line that ends a plan. */
  public String line(Style style) {
    List<String> parts = new ArrayList<>();
    if (imports > 0) {
      parts.add(imports + " to import");
    }
    parts.add(add + " to add");
    parts.add(change + " to change");
    parts.add(destroy + " to destroy");
    if (forget > 0) {
      parts.add(forget + " to forget");
    }
    if (left > 0) {
      parts.add(left + " to leave in place");
    }
    return style.bold("Plan:") + " " + String.join(", ", parts) + ".";
  }
}
