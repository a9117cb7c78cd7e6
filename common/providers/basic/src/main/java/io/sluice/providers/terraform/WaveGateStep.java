package io.sluice.providers.terraform;

import static io.sluice.provider.schema.AttributeSchema.required;
import static io.sluice.provider.schema.AttributeType.ANY;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What stands between two waves of workspaces: it waits until those before it have ended, however
 * they did, and fails if too many of them failed. A dependency could not say that: it fails with
 * the first.
 */
final class WaveGateStep implements StepType {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final TypeSchema SCHEMA =
      TypeSchema.step(
              "sluice_wave",
              "Waits for a wave of workspaces; `sluice fleet apply` makes it.",
              RepeatClass.PURE,
              required("before", ANY)
                  .describedAs("By node, the nodes without whose success it is skipped."),
              required("max_failures", INTEGER).describedAs("How many may fail."))
          .lasting(Duration.ofDays(1));

  @Override
  public TypeSchema schema() {
    return SCHEMA;
  }

  @Override
  public Outcome run(OperationContext context, JsonNode arguments)
      throws ProviderFailure, InterruptedException {
    Runs runs =
        context
            .workspaces()
            .runs()
            .orElseThrow(
                () -> ProviderFailure.permanent("NO_DEPLOYMENT", "there is no deployment here"));
    int most = arguments.path("max_failures").asInt();
    while (true) {
      Optional<Runs.Walk> walk = runs.walk();
      if (walk.isPresent()) {
        Map<String, Boolean> settled = settled(walk.get().ended(), arguments.path("before"));
        List<String> failed = failed(walk.get().ended(), arguments.path("before"));
        if (failed.size() > most) {
          return Outcome.permanent(
              "TOO_MANY_FAILURES",
              "of the workspaces so far "
                  + failed.size()
                  + " failed, and at most "
                  + most
                  + " may: "
                  + String.join(", ", failed));
        }
        if (settled.size() == arguments.path("before").size()) {
          return new Outcome.Done(context.token(), Json.object().put("failed", failed.size()));
        }
        if (walk.get().stopping()) {
          return Outcome.permanent("CANCELLED", "the run was cancelled before its next wave");
        }
      }
      try {
        context.pause(PAUSE);
      } catch (OperationContext.Stopped e) {
        return new Outcome.InDoubt("WAITING", "the wave has not ended: " + e.getMessage());
      }
    }
  }

  /**
   * A skipped node has no record: it is one if something that it needs is settled without success.
   */
  private static Map<String, Boolean> settled(Map<String, Boolean> ended, JsonNode before) {
    Map<String, Boolean> settled = new HashMap<>();
    boolean more = true;
    while (more) {
      more = false;
      for (Map.Entry<String, JsonNode> node : before.properties()) {
        if (settled.containsKey(node.getKey())) {
          continue;
        }
        Boolean known = ended.get(node.getKey());
        boolean skipped = known == null && needsLost(node.getValue(), settled);
        if (known != null || skipped) {
          settled.put(node.getKey(), known != null && known);
          more = true;
        }
      }
    }
    return settled;
  }

  private static boolean needsLost(JsonNode needs, Map<String, Boolean> settled) {
    for (JsonNode need : needs) {
      if (Boolean.FALSE.equals(settled.get(need.asText()))) {
        return true;
      }
    }
    return false;
  }

  private static List<String> failed(Map<String, Boolean> ended, JsonNode before) {
    List<String> failed = new ArrayList<>();
    for (Map.Entry<String, JsonNode> node : before.properties()) {
      if (Boolean.FALSE.equals(ended.get(node.getKey()))) {
        failed.add(node.getKey());
      }
    }
    return failed;
  }
}
