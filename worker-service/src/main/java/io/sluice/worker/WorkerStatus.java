package io.sluice.worker;

import io.sluice.service.Dependencies;
import io.sluice.service.Readiness;
import io.sluice.service.ServiceStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Ready while it is a member and all its dependencies answer. */
final class WorkerStatus implements ServiceStatus {
  private final String instance;
  private final Worker worker;
  private final Dependencies dependencies;

  WorkerStatus(String instance, Worker worker, Dependencies dependencies) {
    this.instance = instance;
    this.worker = worker;
    this.dependencies = dependencies;
  }

  @Override
  public Readiness now() {
    List<String> reasons = new ArrayList<>(dependencies.faults());
    if (!worker.isMember()) {
      reasons.add("It is not among the members: its session with ZooKeeper was lost");
    }
    return new Readiness("worker", instance, reasons);
  }

  /** With the incarnation and what is in flight. */
  @Override
  public Map<String, ?> details() {
    return Map.of(
        "incarnation",
        worker.incarnation(),
        "inFlight",
        worker.inFlight(),
        "providers",
        worker.providers());
  }
}
