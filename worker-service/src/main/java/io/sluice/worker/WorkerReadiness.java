package io.sluice.worker;

import io.sluice.transport.health.Dependencies;
import io.sluice.transport.health.Readiness;
import java.util.ArrayList;
import java.util.List;

/** Ready while it is a member and all it rests on answers. */
final class WorkerReadiness {
  private final String instance;
  private final Worker worker;
  private final Dependencies dependencies;

  WorkerReadiness(String instance, Worker worker, Dependencies dependencies) {
    this.instance = instance;
    this.worker = worker;
    this.dependencies = dependencies;
  }

  Readiness now() {
    List<String> reasons = new ArrayList<>(dependencies.faults());
    if (!worker.isMember()) {
      reasons.add("It is not among the members: its session with ZooKeeper was lost");
    }
    return new Readiness("worker", instance, reasons);
  }
}
