package io.sluice.cli.command.local;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.run.StatusText;
import io.sluice.transport.zookeeper.Members;
import java.util.ArrayList;
import java.util.List;

/** The services of a fleet, as ZooKeeper and the broker know them. */
final class FleetServices {
  private FleetServices() {}

  static List<StatusText.Service> of(Deployment deployment) {
    List<StatusText.Service> services = new ArrayList<>();
    deployment
        .client()
        .owners()
        .forEach(
            (instance, partitions) ->
                services.add(new StatusText.Service("state", instance, partitions, null)));
    of("planner", Members.PLANNERS, deployment, services);
    of("worker", Members.WORKERS, deployment, services);
    return services;
  }

  private static void of(
      String role, String members, Deployment deployment, List<StatusText.Service> services) {
    List<Members.Description> live = deployment.client().members(members);
    live.forEach(
        member -> services.add(new StatusText.Service(role, member.instance(), null, null)));
    if (live.isEmpty()) {
      services.add(new StatusText.Service(role, "none", null, null));
    }
  }
}
