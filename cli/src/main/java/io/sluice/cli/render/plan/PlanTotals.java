package io.sluice.cli.render.plan;

import io.sluice.cli.render.Style;
import java.util.ArrayList;
import java.util.List;

/** How much a plan does; a replacement is an addition and a destruction. */
public record PlanTotals(int add, int change, int destroy, int imports, int forget) {

  public static PlanTotals of(List<ShownChange> changes) {
    int add = 0;
    int change = 0;
    int destroy = 0;
    int imports = 0;
    int forget = 0;
    for (ShownChange one : changes) {
      switch (one.action()) {
        case CREATE -> add++;
        case UPDATE -> change++;
        case DELETE -> destroy++;
        case REPLACE -> {
          add++;
          destroy++;
        }
        case IMPORT -> imports++;
        case FORGET -> forget++;
        case READ, NOOP, EXPAND, STEP -> {}
      }
    }
    return new PlanTotals(add, change, destroy, imports, forget);
  }

  public boolean isNothing() {
    return add + change + destroy + imports + forget == 0;
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
    return style.bold("Plan:") + " " + String.join(", ", parts) + ".";
  }
}
