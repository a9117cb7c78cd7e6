package io.sluice.machine.narrate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.machine.fact.Finding;
import io.sluice.machine.fact.NodeNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunState;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.task.Room;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.NodeId;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ToldGraph;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts facts and notes about nodes into events for people. */
public final class NodeNarrator {
  /** In characters. */
  private static final int LARGEST_OBJECT = 100_000;

  private NodeNarrator() {}

  /** The event of a move; null if it has none, or if a note makes it. */
  public static @Nullable Telling of(NodeEntry entry, NodeEvent event) {
    return switch (event) {
      // It is no end: the run plans again.
      case NodeEvent.Failed failed when failed.error().code() == CoreCode.NEEDS_REPLACEMENT ->
          because(entry, EventKind.NODE_DEFERRED, failed.error().message());
      case NodeEvent.Failed failed -> error(entry, EventKind.NODE_FAILED, failed.error(), "", null);
      case NodeEvent.RetryAt retry ->
          error(entry, EventKind.NODE_RETRYING, retry.error(), "; trying again", retry.dueAt());
      case NodeEvent.PutOff off -> because(entry, EventKind.NODE_DEFERRED, off.why());
      case NodeEvent.LeftInDoubt left ->
          because(entry, EventKind.NODE_IN_DOUBT, left.error().message());
      case NodeEvent.ApprovalAwaited awaited ->
          because(entry, EventKind.NODE_DEFERRED, awaited.why());
      case NodeEvent.Approved approved -> null;
      case NodeEvent.Recover recover ->
          because(entry, EventKind.NODE_RECOVERING, recover.why() + "; checking, then continuing");
      case NodeEvent.Dispatched out -> null;
      case NodeEvent.LeaseTaken taken -> null;
      case NodeEvent.FoundNothing nothing -> null;
      case NodeEvent.Returned back -> null;
      case NodeEvent.GivenBack back -> null;
      case NodeEvent.NeverBegan never -> null;
      case NodeEvent.FellDue due -> null;
      case NodeEvent.MayHaveHappened doubt -> null;
      case NodeEvent.Succeeded done -> null;
      case NodeEvent.Cancelled cancelled -> null;
      case NodeEvent.AskedPlanner asked -> null;
      case NodeEvent.Expanded into -> null;
      case NodeEvent.AnswersAwaited awaited -> null;
      case NodeEvent.Renewed renewed -> null;
    };
  }

  public static Telling of(@Nullable NodeEntry entry, NodeNote note) {
    if (note instanceof NodeNote.CameLate late) {
      return late(late.address(), late.result());
    }
    if (entry == null) {
      throw new IllegalStateException("a node that is not known has no " + note);
    }
    return known(entry, note);
  }

  private static Telling known(NodeEntry entry, NodeNote note) {
    return switch (note) {
      case NodeNote.Started started ->
          because(
              entry,
              EventKind.NODE_STARTED,
              started.waits() ? "started, waiting for its turn" : "started");
      case NodeNote.Succeeded(Result result) -> succeeded(entry, result);
      case NodeNote.Forgotten forgotten -> succeeded(entry, null, done(entry), took(entry, 0));
      case NodeNote.Left(Result result) ->
          succeeded(
              entry,
              result.worker(),
              "left in place (it existed before)",
              took(entry, result.tookMs()).put("left", true));
      case NodeNote.Read read -> read(entry, read);
      case NodeNote.Seen(Result result) -> {
        ObjectNode data = took(entry, result.tookMs());
        found(entry, result).ifPresent(object -> data.set("object", object));
        yield succeeded(entry, result.worker(), "read", data);
      }
      case NodeNote.Cancelled(String why) ->
          because(entry, EventKind.NODE_SKIPPED, "cancelled: " + why);
      case NodeNote.Expanded(List<Node> nodes) -> expanded(entry, nodes);
      case NodeNote.Adopted(String id, String by) ->
          changed(entry, "adopted" + (id == null ? "" : " as " + id) + " by " + by);
      case NodeNote.Repeated(String by, boolean later) ->
          changed(
              entry, by + (later ? " reopened it: the next apply repeats it" : " had it repeated"));
      case NodeNote.Abandoned(String by) -> changed(entry, "abandoned by " + by);
      case NodeNote.Interrupted(String by) ->
          changed(entry, "its call is interrupted, by decision of " + by);
      case NodeNote.CameLate late -> late(late.address(), late.result());
    };
  }

  public static Telling skipped(RunState run, NodeEntry entry) {
    return because(entry, EventKind.NODE_SKIPPED, "skipped: " + lostDependency(run, entry));
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

  /** The event of a result that nothing waited for. */
  static Telling late(Address address, Result result) {
    String what = result.outcome() == Outcome.OK ? "a success" : "a failure that left an object";
    String text =
        "%s: %s, of attempt %d, came late; check the object"
            .formatted(address, what, result.attempt());
    return new Telling(EventKind.ORPHAN_FOUND, text, null, result.worker());
  }

  private static Telling succeeded(NodeEntry entry, Result result) {
    ObjectNode data = took(entry, result.tookMs());
    if (result.id() != null) {
      data.put("id", result.id());
    }
    if (!result.lines().isEmpty()) {
      ArrayNode lines = data.putArray("lines");
      result.lines().forEach(lines::add);
    }
    return succeeded(entry, result.worker(), done(entry), data);
  }

  /** A resource that was read again: {@code found} is same, changed or gone. */
  private static Telling read(NodeEntry entry, NodeNote.Read read) {
    Finding finding = read.finding();
    Result result = read.result();
    ObjectNode data = took(entry, result.tookMs());
    if (result.id() != null) {
      data.put("id", result.id());
    }
    data.put("found", finding.found().name().toLowerCase(Locale.ROOT));
    if (!finding.fields().isEmpty()) {
      ArrayNode fields = data.putArray("fields");
      finding.fields().forEach(fields::add);
    }
    if (read.looks() && finding.found() != Finding.Found.SAME) {
      found(entry, result).ifPresent(object -> data.set("object", object));
    }
    String how =
        switch (finding.found()) {
          case SAME -> "read";
          case CHANGED -> "changed outside (" + String.join(", ", finding.fields()) + ")";
          case GONE -> "deleted outside";
        };
    return succeeded(entry, result.worker(), how, data);
  }

  /** The object as it was found, sealed as in state; empty if that is too much for an event. */
  private static Optional<ObjectNode> found(NodeEntry entry, Result result) {
    Node.Prior prior = entry.planned().prior();
    JsonNode attributes = result.attributes();
    ObjectNode object = Json.object().put("version", prior == null ? 0 : prior.version());
    if (attributes == null) {
      return Optional.of(object);
    }
    object.put("id", result.id()).set("attributes", attributes);
    object.set("sensitive", Json.toTree(result.sensitivePaths()));
    if (result.privateData() != null) {
      object.set("private", result.privateData());
    }
    return Room.after(object, LARGEST_OBJECT) < 0 ? Optional.empty() : Optional.of(object);
  }

  private static Telling succeeded(
      NodeEntry entry, @Nullable String worker, String how, ObjectNode data) {
    return new Telling(EventKind.NODE_SUCCEEDED, text(entry, how), data, worker);
  }

  private static Telling error(
      NodeEntry entry, EventKind kind, TaskError error, String and, @Nullable Instant dueAt) {
    ObjectNode data = about(entry);
    data.put("class", error.errorClass().name());
    data.put("code", error.code().wire());
    data.put("message", error.message());
    if (dueAt != null) {
      data.put("dueAt", dueAt.toString());
    }
    return new Telling(kind, text(entry, error.message() + and), data, null);
  }

  private static Telling because(NodeEntry entry, EventKind kind, String reason) {
    return new Telling(kind, text(entry, reason), about(entry).put("reason", reason), null);
  }

  private static Telling expanded(NodeEntry entry, List<Node> nodes) {
    String reason = "expanded into " + nodes.size() + " nodes";
    ObjectNode data = about(entry).put("reason", reason);
    ToldGraph.of(nodes).ifPresent(graph -> data.set("graph", graph));
    return new Telling(EventKind.NODE_EXPANDED, text(entry, reason), data, null);
  }

  private static Telling changed(NodeEntry entry, String how) {
    return new Telling(EventKind.RUN_CHANGED, text(entry, how));
  }

  private static String text(NodeEntry entry, String what) {
    return told(entry) + ": " + what;
  }

  private static String told(NodeEntry entry) {
    return NodeId.role(entry.id) == NodeId.Role.WAVE
        ? NodeId.told(entry.id)
        : entry.planned().address().text();
  }

  private static String done(NodeEntry entry) {
    return entry.planned().action().done();
  }

  private static ObjectNode took(NodeEntry entry, long millis) {
    return about(entry).put("tookMs", millis);
  }

  private static ObjectNode about(NodeEntry entry) {
    Node node = entry.planned();
    ObjectNode data = Json.object();
    data.put("address", told(entry));
    data.put("action", node.action().name());
    data.put("type", node.type());
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
}
