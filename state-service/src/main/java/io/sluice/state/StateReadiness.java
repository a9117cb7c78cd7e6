package io.sluice.state;

import io.sluice.state.query.Committed;
import io.sluice.transport.health.Dependencies;
import io.sluice.transport.health.Readiness;
import java.util.ArrayList;
import java.util.List;

/** Ready while every partition that is assigned here is served, and all it rests on answers. */
final class StateReadiness {
  private final String instance;
  private final Committed committed;
  private final Dependencies dependencies;

  StateReadiness(String instance, Committed committed, Dependencies dependencies) {
    this.instance = instance;
    this.committed = committed;
    this.dependencies = dependencies;
  }

  Readiness now() {
    List<String> reasons = new ArrayList<>(dependencies.faults());
    reasons.addAll(committed.unserved());
    return new Readiness("state", instance, reasons);
  }
}
