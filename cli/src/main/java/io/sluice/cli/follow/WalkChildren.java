package io.sluice.cli.follow;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.client.RunRecords;
import io.sluice.model.json.Json;
import io.sluice.model.message.Order;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The runs that a run which walks workspaces has begun, by the tokens of its nodes. A worker that
 * carries a node out cancels its run itself; where no worker does, whoever cancels the walk does.
 */
public final class WalkChildren {
  private static final String STEP = "sluice_run";

  private WalkChildren() {}

  /** Cancels those that have not ended, once more if their worker has; the same is no harm. */
  public static List<RunRecord> cancel(
      Deployment deployment, String walk, boolean force, String by) {
    List<RunRecord> cancelled = new ArrayList<>();
    for (RunRecord child : underWay(deployment, walk)) {
      deployment.client().order(child.workspace(), new Order.Cancel(child.run(), force, by));
      cancelled.add(child);
    }
    return cancelled;
  }

  private static List<RunRecord> underWay(Deployment deployment, String walk) {
    JsonNode plan = deployment.query().plan(walk).orElseGet(Json::object);
    if (!hasRuns(plan)) {
      return List.of();
    }
    Map<String, NodeRecord> records =
        RunRecords.nodes(deployment.query().run(walk).orElseGet(Json::object).path("nodes"));
    List<RunRecord> children = new ArrayList<>();
    for (JsonNode each : plan.path("nodes")) {
      Optional<Node> node = RunRecords.decoded(each, Node.class);
      if (node.isEmpty() || !node.get().type().equals(STEP)) {
        continue;
      }
      NodeRecord record = records.get(node.get().id());
      String token = record == null ? null : record.token();
      if (token != null) {
        String workspace = node.get().config().path("workspace").asText();
        RunRecords.answered(deployment.query().run(workspace, token))
            .filter(child -> !child.ended() && child.stop() == null)
            .ifPresent(children::add);
      }
    }
    return children;
  }

  private static boolean hasRuns(JsonNode plan) {
    for (JsonNode node : plan.path("nodes")) {
      if (node.path("type").asText().equals(STEP)) {
        return true;
      }
    }
    return false;
  }
}
