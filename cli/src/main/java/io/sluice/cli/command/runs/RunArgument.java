package io.sluice.cli.command.runs;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.KnownRun;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/** Which run is meant, for commands that may leave it out. */
final class RunArgument {
  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      defaultValue = "last",
      description = "The run's id, the beginning of it, or `last` (the default): your last change.")
  private String run = "last";

  KnownRun of(Deployment deployment) {
    return KnownRun.find(deployment, run);
  }

  /** What was seen of the run; where nothing was ever recorded there is no such run. */
  <T> T known(Optional<T> seen) {
    return seen.orElseThrow(() -> KnownRun.unknown(run, List.of()));
  }
}
