package io.sluice.machine.narrate;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.graph.RunState;
import io.sluice.model.Action;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunOutcome;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Events for people and their programs. */
public final class Events {
  /** More skipped nodes than this in one step are reported in one line. */
  private static final int SKIPPED_TOLD = 200;

  private static final int CHANGES_TOLD = 500;

  private Events() {}

  public static void succeeded(Draft draft, RunEdit run, NodeEntry entry, Result result) {
    ObjectNode data = about(entry.planned());
    data.put("tookMs", result.tookMs());
    if (result.id() != null) {
      data.put("id", result.id());
    }
    if (!result.lines().isEmpty()) {
      ArrayNode lines = data.putArray("lines");
      result.lines().forEach(lines::add);
    }
    succeeded(draft, run, entry, result.worker(), entry.planned().action().done(), data);
  }

  /** What needed no worker. */
  public static void succeeded(Draft draft, RunEdit run, NodeEntry entry) {
    ObjectNode data = about(entry.planned());
    data.put("tookMs", 0);
    succeeded(draft, run, entry, null, entry.planned().action().done(), data);
  }

  /** An object that a delete did not touch: only its record is gone. */
  public static void left(Draft draft, RunEdit run, NodeEntry entry, Result result) {
    ObjectNode data = about(entry.planned());
    data.put("tookMs", result.tookMs());
    data.put("left", true);
    succeeded(draft, run, entry, result.worker(), "left in place (it existed before)", data);
  }

  /** A resource that was read again: {@code found} is same, changed or gone. */
  public static void read(
      Draft draft, RunEdit run, NodeEntry entry, Finding finding, Result result) {
    ObjectNode data = about(entry.planned());
    data.put("tookMs", result.tookMs());
    if (result.id() != null) {
      data.put("id", result.id());
    }
    data.put("found", finding.found().name().toLowerCase(Locale.ROOT));
    if (!finding.fields().isEmpty()) {
      ArrayNode fields = data.putArray("fields");
      finding.fields().forEach(fields::add);
    }
    succeeded(draft, run, entry, result.worker(), finding.text(), data);
  }

  private static void succeeded(
      Draft draft,
      RunEdit run,
      NodeEntry entry,
      @Nullable String worker,
      String how,
      ObjectNode data) {
    String text = entry.planned().address() + ": " + how;
    draft.emit(run, EventKind.NODE_SUCCEEDED, entry, worker, text, data);
  }

  public static void failed(Draft draft, RunEdit run, NodeEntry entry, TaskError error) {
    String text = entry.planned().address() + ": " + error.message();
    draft.emit(run, EventKind.NODE_FAILED, entry, null, text, about(entry.planned(), error));
  }

  public static void retrying(
      Draft draft, RunEdit run, NodeEntry entry, TaskError error, Instant dueAt) {
    ObjectNode data = about(entry.planned(), error);
    data.put("dueAt", dueAt.toString());
    String text = entry.planned().address() + ": " + error.message() + "; trying again";
    draft.emit(run, EventKind.NODE_RETRYING, entry, null, text, data);
  }

  public static void because(
      Draft draft, RunEdit run, EventKind kind, NodeEntry entry, String reason) {
    ObjectNode data = about(entry.planned());
    data.put("reason", reason);
    draft.emit(run, kind, entry, null, entry.planned().address() + ": " + reason, data);
  }

  /** Tells of what became skipped since the last time; a large fan-out does not make a flood. */
  public static void skipped(Draft draft, RunEdit run) {
    List<NodeEntry> skipped = run.takeSkipped();
    int told = 0;
    for (NodeEntry entry : skipped) {
      if (told++ == SKIPPED_TOLD) {
        draft.tell(
            run,
            EventKind.WARNING,
            (skipped.size() - SKIPPED_TOLD) + " more nodes are skipped for the same reason");
        break;
      }
      because(
          draft, run, EventKind.NODE_SKIPPED, entry, "skipped: " + lostDependency(run.run, entry));
    }
  }

  public static String lostDependency(RunState run, NodeEntry entry) {
    for (String after : entry.planned().after()) {
      NodeEntry dependency = run.find(after);
      if (dependency != null && dependency.isLost()) {
        return after + " " + standing(dependency);
      }
    }
    return "not all of its instances succeeded";
  }

  /** The plan for its approver: its hash, and what it does to which address. */
  public static ObjectNode proposal(RunEdit run, List<Node> nodes) {
    ObjectNode data = Json.object();
    if (run.now().hash() != null) {
      data.put("hash", run.now().hash());
    }
    ArrayNode changes = data.putArray("changes");
    for (Node node : nodes) {
      if (!node.action().isIdle() && changes.size() < CHANGES_TOLD) {
        changes.addObject().put("address", node.id()).put("action", node.action().name());
      }
    }
    return data;
  }

  public static void planned(Draft draft, RunEdit run, List<Node> nodes) {
    Map<Action, Integer> counts = new EnumMap<>(Action.class);
    int replaced = 0;
    for (Node node : nodes) {
      counts.merge(node.action(), 1, Integer::sum);
      if (node.action() == Action.CREATE && node.pairedWith() != null) {
        replaced++;
      }
    }
    ObjectNode data = Json.object();
    data.put("create", counts.getOrDefault(Action.CREATE, 0) - replaced);
    data.put("update", counts.getOrDefault(Action.UPDATE, 0));
    data.put("replace", replaced);
    data.put("delete", counts.getOrDefault(Action.DELETE, 0) - replaced);
    data.put("noop", counts.getOrDefault(Action.NOOP, 0));
    data.put("nodes", nodes.size());
    if (run.now().hash() != null) {
      data.put("hash", run.now().hash());
    }
    draft.emit(run, EventKind.RUN_PLANNED, null, null, "Planned " + nodes.size() + " nodes", data);
  }

  public static void ended(Draft draft, RunEdit run, RunCounts counts) {
    ObjectNode data = Json.object();
    RunOutcome outcome = Objects.requireNonNullElse(run.end().outcome(), RunOutcome.FAILED);
    data.set("outcome", Json.toTree(outcome));
    data.set("counts", Json.toTree(counts));
    ArrayNode failed = data.putArray("failed");
    for (NodeSummary node : run.end().failed()) {
      failed.add(Json.toTree(node));
    }
    if (!run.now().control().reasons().isEmpty()) {
      ArrayNode reasons = data.putArray("reasons");
      run.now().control().reasons().forEach(reasons::add);
    }
    draft.emit(run, EventKind.RUN_ENDED, null, null, "Run " + words(outcome), data);
  }

  private static ObjectNode about(Node node) {
    ObjectNode data = Json.object();
    data.put("address", node.address().text());
    data.put("action", node.action().name());
    data.put("type", node.type());
    return data;
  }

  private static ObjectNode about(Node node, TaskError error) {
    ObjectNode data = about(node);
    data.put("class", error.errorClass().name());
    data.put("code", error.code().wire());
    data.put("message", error.message());
    return data;
  }

  private static String standing(NodeEntry entry) {
    return switch (entry.standing()) {
      case FAILED -> "failed";
      case SKIPPED -> "was skipped";
      case CANCELLED -> "was cancelled";
      case PENDING, READY, DISPATCHED, STARTED, WAITING, EXPANDED, SUCCEEDED, IN_DOUBT ->
          "did not succeed";
    };
  }

  private static String words(RunOutcome outcome) {
    return switch (outcome) {
      case SUCCEEDED -> "succeeded";
      case FAILED -> "failed";
      case CANCELLED -> "cancelled";
      case NEEDS_ATTENTION -> "needs attention";
      case REFUSED -> "refused";
    };
  }
}
