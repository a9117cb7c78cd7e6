package io.sluice.worker.workspace;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.client.Client;
import io.sluice.client.ClientFailure;
import io.sluice.client.RunRecords;
import io.sluice.client.Submission;
import io.sluice.model.Action;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Order;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.provider.workspace.Runs;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.query.QueryClient;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Runs as any client submits and follows them, on behalf of a run of this worker.
 *
 * @param workspace of the run that asks
 * @param run that asks
 */
record FleetRuns(Client client, QueryClient query, String workspace, String run) implements Runs {
  private static final String BY = "the run that walks its workspace";

  @Override
  public Optional<String> submit(Child child) {
    try {
      RunOptions options =
          Json.decode(child.options().getBytes(StandardCharsets.UTF_8), RunOptions.class);
      Submission submission =
          new Submission(
              child.run(), true, child.workspace(), child.document(), options, child.by());
      synchronized (client) {
        client.submit(submission, RunKind.named(child.kind()).orElse(RunKind.APPLY));
      }
      return Optional.empty();
    } catch (MalformedMessage | ClientFailure | TransportFailure e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public boolean pause() {
    return order(workspace, new Order.Pause(run, "its wave"));
  }

  @Override
  public Sight run(String of, String id) {
    try {
      return query
          .run(of, id)
          .map(found -> RunRecords.answered(Optional.of(found)).map(FleetRuns::sight))
          .map(sight -> sight.orElse(new Hidden("a newer build wrote it")))
          .orElseGet(Unknown::new);
    } catch (TransportFailure e) {
      return new Hidden(String.valueOf(e.getMessage()));
    }
  }

  private static Sight sight(RunRecord record) {
    if (!record.ended()) {
      // Only a person approves what turned out in the run.
      RunRecord.Beyond late = record.beyond();
      boolean beyond = late != null && !late.waiting().isEmpty();
      return record.phase() == RunPhase.AWAITING_APPROVAL && !beyond
          ? new AwaitingApproval(record.hash())
          : new UnderWay(record.phase().name());
    }
    RunOutcome outcome = record.outcome();
    List<String> reasons = new ArrayList<>(record.reasons());
    record.failed().forEach(node -> reasons.add(node.node() + ": " + node.message()));
    String word = outcome == null ? record.phase().name() : outcome.name();
    return new Ended(
        outcome == RunOutcome.SUCCEEDED,
        word.toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
        reasons,
        counts(record.counts()));
  }

  private static Map<String, Integer> counts(RunCounts counts) {
    Map<String, Integer> shown = new TreeMap<>();
    shown.put("added", counts.added());
    shown.put("changed", counts.changed());
    shown.put("destroyed", counts.destroyed());
    return shown;
  }

  @Override
  public Refusals refusals(String id, Instant since) {
    return new RefusalEvents(client, id, since);
  }

  /** A plan that can't be read, or is not whole, gives no ground for an approval. */
  @Override
  public Optional<List<String>> deletions(String id) {
    try {
      return query.plan(id).flatMap(plan -> deletions(plan.path("nodes")));
    } catch (TransportFailure e) {
      return Optional.empty();
    }
  }

  static Optional<List<String>> deletions(JsonNode nodes) {
    List<String> deleted = new ArrayList<>();
    for (JsonNode each : nodes) {
      Optional<Node> node = RunRecords.decoded(each, Node.class);
      if (node.isEmpty()) {
        return Optional.empty();
      }
      if (node.get().action() == Action.DELETE) {
        deleted.add(node.get().address().text());
      }
    }
    return nodes.isEmpty() ? Optional.empty() : Optional.of(deleted);
  }

  @Override
  public boolean approve(String of, String id, String hash) {
    return order(of, new Order.Approve(id, hash, BY));
  }

  @Override
  public boolean cancel(String of, String id, boolean force) {
    return order(of, new Order.Cancel(id, force, BY));
  }

  /** Ends a run that waits for approval; whether the order is durable. */
  boolean discard(String of, String id, String by) {
    return order(of, new Order.Discard(id, by));
  }

  boolean approve(String of, String id, String hash, String by) {
    return order(of, new Order.Approve(id, hash, by));
  }

  private boolean order(String of, Order order) {
    try {
      synchronized (client) {
        client.order(of, order);
      }
      return true;
    } catch (ClientFailure | TransportFailure e) {
      return false;
    }
  }

  @Override
  public Optional<Walk> walk() {
    try {
      Optional<JsonNode> found = query.run(workspace, run);
      return RunRecords.answered(found)
          .map(
              record ->
                  new Walk(
                      record.ended() || record.stop() != null,
                      record.stop() == RunRecord.Stop.INTERRUPTED,
                      ended(found.orElseThrow().path("nodes"))));
    } catch (TransportFailure e) {
      return Optional.empty();
    }
  }

  private static Map<String, Boolean> ended(JsonNode nodes) {
    Map<String, Boolean> ended = new HashMap<>();
    for (Map.Entry<String, NodeRecord> node : RunRecords.nodes(nodes).entrySet()) {
      switch (node.getValue().status()) {
        case SUCCEEDED -> ended.put(node.getKey(), true);
        case FAILED, IN_DOUBT, CANCELLED -> ended.put(node.getKey(), false);
        case PENDING, READY, DISPATCHED, STARTED, WAITING, EXPANDED, SKIPPED -> {}
      }
    }
    return ended;
  }
}
