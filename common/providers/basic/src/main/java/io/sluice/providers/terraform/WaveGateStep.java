package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.optional;
import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.BOOL;
import static io.sluice.provider.schema.AttributeType.INTEGER;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StepType;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.provider.workspace.Runs;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The gate between two waves of workspaces. It waits until those before it have ended, in whatever
 * way, and fails if too many of them failed or if its check does not hold. A dependency could not
 * do that: it fails with the first. The gate may pause the run that it belongs to.
 */
final class WaveGateStep implements StepType {
  private static final TypeSchema SCHEMA =
      TypeSchema.step(
              "sluice_wave",
              "Waits for a wave of workspaces; `sluice fleet apply` and `sluice stack apply` make"
                  + " it.",
              RepeatClass.PURE,
              required("before", ANY)
                  .describedAs("By node, the nodes that must succeed for it not to be skipped."),
              required("max_failures", INTEGER).describedAs("How many may fail."),
              optional("check", ANY).describedAs("What must hold before the next wave begins."),
              optional("pause", BOOL)
                  .describedAs("Whether to pause the run then, until a person resumes it."))
          .lasting(Duration.ofDays(1));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome run(OperationContext context, JsonNode arguments)
      throws ProviderFailure, InterruptedException {
    Runs runs = WalkWait.runs(context);
    return WalkWait.until(
        context, runs, "the wave has not ended", walk -> passed(context, arguments, runs, walk));
  }

  private static Optional<Outcome> passed(
      OperationContext context, JsonNode arguments, Runs runs, Runs.Walk walk)
      throws ProviderFailure, InterruptedException {
    int most = arguments.path("max_failures").asInt();
    List<String> failed = WalkNodes.failed(walk.ended(), arguments.path("before"));
    if (failed.size() > most) {
      return Optional.of(
          Outcome.permanent(
              "TOO_MANY_FAILURES",
              "of the workspaces so far "
                  + failed.size()
                  + " failed, and at most "
                  + most
                  + " may: "
                  + String.join(", ", failed)));
    }
    Map<String, Boolean> settled = WalkNodes.settled(walk.ended(), arguments.path("before"));
    if (settled.size() == arguments.path("before").size()) {
      return Optional.of(ended(context, arguments, runs, failed.size()));
    }
    return walk.stopping()
        ? Optional.of(Outcome.permanent("CANCELLED", "the run was cancelled before its next wave"))
        : Optional.empty();
  }

  /**
   * The wave has ended: checks that the next one may begin, and pauses the run before it if a
   * person is to resume it.
   */
  private static Outcome ended(
      OperationContext context, JsonNode arguments, Runs runs, int failures)
      throws ProviderFailure, InterruptedException {
    if (arguments.path("check").isObject()) {
      HoldingCheck check = new HoldingCheck(context, arguments.path("check"));
      Optional<Outcome> fault =
          check.awaited(() -> runs.walk().map(Runs.Walk::stopping).orElse(false));
      if (fault.isPresent()) {
        return fault.get();
      }
    }
    if (arguments.path("pause").asBoolean() && !runs.pause()) {
      throw ProviderFailure.inDoubt("UNSENT", "whether the run was paused is not known");
    }
    return new Outcome.Done(context.token(), Json.object().put("failed", failures));
  }
}
