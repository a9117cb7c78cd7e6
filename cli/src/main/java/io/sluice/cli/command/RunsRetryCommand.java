package io.sluice.cli.command;

import io.sluice.cli.ExitCode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.deployment.EventReader;
import io.sluice.cli.follow.Follow;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.record.RunRecord;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "retry", description = "Runs again what failed in an ended run, and follows it.")
final class RunsRetryCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Mixin private FleetOptions fleet = new FleetOptions();

  @Parameters(paramLabel = "RUN", description = "Its id, the beginning of it, or `last`.")
  private String run = "";

  @Option(names = "--json", description = "One JSON object a line.")
  private boolean json;

  RunsRetryCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() {
    try (Deployment deployment = new Opening(invocation, fleet, "sluice runs retry").toWork()) {
      RunRecord known = KnownRun.find(deployment, run).run();
      if (!known.ended()) {
        throw Fault.of(
            "Run " + known.run() + " has not ended",
            "Only what an ended run left can be run again.",
            "`sluice runs watch " + known.run() + "` follows it.");
      }
      String again = RunIds.next();
      try (EventReader events = deployment.events(again, Optional.empty())) {
        deployment.tell(
            known.workspace(),
            new InboxMessage.Retry(known.run(), again, System.getProperty("user.name", "unknown")));
        ExitCode code =
            new Follow(
                    invocation,
                    deployment,
                    new Follow.Subject(
                        again, known.workspace(), known.kind(), "sluice runs retry " + again, json))
                .toTheEnd(events);
        return code.number();
      }
    }
  }
}
