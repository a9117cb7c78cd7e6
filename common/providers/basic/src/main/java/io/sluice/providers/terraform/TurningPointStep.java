package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;
import static io.sluice.provider.schema.AttributeType.INTEGER;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.ProviderFailure;
import io.sluice.provider.StepType;
import io.sluice.provider.schema.TypeSchema;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Where a rollout turns round or does not: it waits until everything of its run has ended that will
 * begin at all, and says whether a gate between waves, or more runs than may, have failed. What is
 * applied as it was before depends on it, since nothing can depend on a failure.
 */
final class TurningPointStep implements StepType {
  private static final TypeSchema SCHEMA =
      TypeSchema.step(
              "sluice_turn",
              "Says whether a rollout goes back; `sluice stack apply` makes it.",
              RepeatClass.PURE,
              required("gates", ANY).describedAs("By gate, the gates that it comes after."),
              required("runs", ANY)
                  .describedAs("By run of a workspace, the nodes without whose success it is not."),
              required("max_failures", INTEGER).describedAs("How many runs may fail."))
          .lasting(Duration.ofDays(2));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome run(OperationContext context, JsonNode arguments)
      throws ProviderFailure, InterruptedException {
    return WalkWait.until(
        context,
        WalkWait.runs(context),
        "the rollout has not ended",
        walk ->
            walk.stopping()
                ? Optional.of(
                    Outcome.permanent("CANCELLED", "the run was cancelled: nothing goes back"))
                : turned(context, walk.ended(), arguments));
  }

  private static Optional<Outcome> turned(
      OperationContext context, Map<String, Boolean> ended, JsonNode arguments) {
    JsonNode gates = arguments.path("gates");
    ObjectNode all = Json.object();
    gates.properties().forEach(each -> all.set(each.getKey(), each.getValue()));
    arguments.path("runs").properties().forEach(each -> all.set(each.getKey(), each.getValue()));
    if (WalkNodes.settled(ended, all).size() < all.size()) {
      return Optional.empty();
    }
    int failed = WalkNodes.failed(ended, arguments.path("runs")).size();
    boolean back =
        !WalkNodes.failed(ended, gates).isEmpty()
            || failed > arguments.path("max_failures").asInt();
    return Optional.of(
        new Outcome.Done(context.token(), Json.object().put("back", back).put("failed", failed)));
  }
}
