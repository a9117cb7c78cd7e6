package io.sluice.planner;

import io.sluice.transport.health.Dependencies;
import io.sluice.transport.health.Readiness;
import java.util.ArrayList;
import java.util.List;

/** Ready while its loops poll and all it rests on answers. */
final class PlannerReadiness {
  private final String instance;
  private final Planner planner;
  private final Dependencies dependencies;

  PlannerReadiness(String instance, Planner planner, Dependencies dependencies) {
    this.instance = instance;
    this.planner = planner;
    this.dependencies = dependencies;
  }

  Readiness now() {
    List<String> reasons = new ArrayList<>(dependencies.faults());
    planner.idle().forEach(topic -> reasons.add("Topic " + topic + " is not read"));
    return new Readiness("planner", instance, reasons);
  }
}
