package io.sluice.cli.command;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.StatusText;
import java.util.ArrayList;
import java.util.List;

/** The services of a fleet, as ZooKeeper and the broker tell of them. */
final class FleetServices {
  private FleetServices() {}

  static List<StatusText.Service> of(Deployment deployment) {
    List<StatusText.Service> services = new ArrayList<>();
    deployment
        .owners()
        .forEach(
            (instance, partitions) ->
                services.add(new StatusText.Service("state", instance, partitions, null)));
    deployment
        .workers()
        .forEach(worker -> services.add(new StatusText.Service("worker", worker, null, null)));
    return services;
  }
}
