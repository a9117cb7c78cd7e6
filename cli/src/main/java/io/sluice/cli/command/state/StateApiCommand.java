package io.sluice.cli.command.state;

import io.sluice.cli.command.shared.FleetOptions;
import io.sluice.cli.command.shared.Opening;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.render.JsonLine;
import io.sluice.cli.terminal.ExitCode;
import io.sluice.cli.terminal.Invocation;
import io.sluice.transport.zookeeper.Announcement;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A local deployment has a new token at each start, which HTTP clients need to know. */
@Command(
    name = "api",
    description =
        "Prints the address and the bearer token of the query API, for tools of your own. The token"
            + " gives access to all of state; sealed values stay sealed.")
final class StateApiCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Option(names = "--json", description = "Print one JSON object for each instance.")
  private boolean json;

  StateApiCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    Optional<Deployment> found = new Opening(invocation, fleet, "sluice state api").toLook();
    if (found.isEmpty()) {
      invocation.note("Nothing has been recorded here yet.");
      return ExitCode.DONE.number();
    }
    try (Deployment deployment = found.get()) {
      String token = deployment.client().connection().credentials().httpToken();
      deployment.query().instances().forEach(instance -> tell(instance, token));
    }
    return ExitCode.DONE.number();
  }

  private void tell(Announcement instance, String token) {
    PrintStream out = invocation.terminal().out();
    if (json) {
      out.println(
          JsonLine.of("api", Instant.now())
              .put("instance", instance.instance())
              .put("address", instance.address())
              .put("token", token));
    } else {
      out.printf(
          "curl -H 'Authorization: Bearer %s' %s/v1/workspaces%n", token, instance.address());
    }
  }
}
