package io.sluice.providers.terraform;

import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.workspace.Runs;
import java.time.Duration;
import java.util.Optional;

/** How a step of a walk waits for the nodes before it: it looks again every second. */
final class WalkWait {
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private WalkWait() {}

  /** What a step says to what the walk has come to; nothing as long as it must wait. */
  interface Answer {
    Optional<Outcome> to(Runs.Walk walk) throws ProviderFailure, InterruptedException;
  }

  /** The runs of the deployment that the step itself runs in. */
  static Runs runs(OperationContext context) throws ProviderFailure {
    return context
        .workspaces()
        .runs()
        .orElseThrow(
            () -> ProviderFailure.permanent("NO_DEPLOYMENT", "there is no deployment here"));
  }

  /**
   * @param waiting what has not happened if the worker stops before there is an answer
   */
  static Outcome until(OperationContext context, Runs runs, String waiting, Answer answer)
      throws ProviderFailure, InterruptedException {
    while (true) {
      Optional<Runs.Walk> walk = runs.walk();
      Optional<Outcome> outcome = walk.isPresent() ? answer.to(walk.get()) : Optional.empty();
      if (outcome.isPresent()) {
        return outcome.get();
      }
      try {
        context.pause(PAUSE);
      } catch (OperationContext.Stopped e) {
        return new Outcome.InDoubt("WAITING", waiting + ": " + e.getMessage());
      }
    }
  }
}
