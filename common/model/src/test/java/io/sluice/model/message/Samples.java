package io.sluice.model.message;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.Phase;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.json.MalformedMessage;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.Reference;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.plan.Timeouts;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.OwnerRecord;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.RunRecord;
import io.sluice.model.record.StateRecord;
import io.sluice.model.record.WorkspaceRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** One filled-in message of each type: what the golden files hold. */
final class Samples {
  static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");
  private static final Address FILE = Address.of("local_file.motd");
  private static final TaskError ERROR =
      new TaskError(
          ErrorClass.THROTTLED,
          ErrorCode.of("too_many_requests"),
          "slow down",
          Duration.ofSeconds(3));

  private Samples() {}

  static List<Object> all() {
    return List.of(
        new InboxMessage.Submitted(
            "run-1",
            "shop",
            RunKind.APPLY,
            json("{'schema_version':1}"),
            options(),
            "first",
            "ada"),
        new InboxMessage.PlanPart("run-1", "plan-1", 0, List.of(node()), Map.of(FILE, 7L)),
        new InboxMessage.Planned(
            "run-1",
            "plan-1",
            1,
            1,
            "sha256:ab",
            41,
            Map.of(FILE, 7L),
            List.of(new InboxMessage.Released("local_file.motd", 1, "token-1")),
            Map.of("local", 4)),
        new InboxMessage.PlanRefused("run-1", List.of("a cycle: a -> b -> a")),
        new InboxMessage.Started("run-1", "n", 2, "w1-17", "w1", Phase.CALLING),
        result(),
        new InboxMessage.Redelivered("run-1", "n", 2, "w1-17", "delivery count 2"),
        new InboxMessage.Dropped("run-1", "n", 2, "w1-17", "the run is paused"),
        new InboxMessage.Deferred("run-1", "n", 2, "w1-17", "the breaker is open", AT),
        new InboxMessage.GaveUp("run-1", "n", 2, "w1-17", "the worker stops"),
        new Order.Cancel("run-1", true, "ada"),
        new Order.Pause("run-1", "ada"),
        new Order.Resume("run-1", "ada"),
        new Order.Approve("run-1", "sha256:ab", "ada"),
        new Order.SetParallelism("run-1", 64, "ada"),
        new Order.ForceUnlock("run-1", "ada"),
        new Order.Discard("run-1", "ada"),
        new Order.Abandon("run-1", "ada"),
        new Order.InboxSkip("order-1", 3, 41, "a record of another program", "ada"),
        new LetterSettled(0, 9, LetterSettled.How.DROPPED, "ada", AT),
        new Order.Resolve("run-1", "n", Order.Resolution.ADOPT, "i-77", "ada"),
        new Order.Retry("run-1", "run-2", "ada"),
        new InboxMessage.Expanded("run-1", "x.y[*]", "plan-1", List.of(node()), null),
        new Order.StateEdit(
            "run-3", "shop", "rm", List.of(), List.of(FILE), Map.of(FILE, 7L), "ada"),
        new PlanRequest.PlanRun(
            "run-1",
            "shop",
            4,
            41,
            RunKind.APPLY,
            json("{'schema_version':1}"),
            options(),
            "first",
            256,
            Map.of("a.n", json("3")),
            List.of("local_file.motd")),
        new PlanRequest.ExpandNode("run-1", "shop", 4, 41, node(), Map.of("a.n", json("3"))),
        task(),
        stateRecord(),
        runRecord(),
        new WorkspaceRecord("shop", "first", "run-1", AT),
        nodeRecord(),
        new OwnerRecord(3, 5, 900, "state-1", 77, AT),
        new Event(
            "run-1",
            "shop",
            12,
            EventKind.NODE_SUCCEEDED,
            "local_file.motd",
            1,
            "w1",
            "made",
            json("{'tookMs':4}"),
            AT),
        new Control("run-1", "shop", Control.Standing.PAUSED),
        new DeadLetter("sluice.plans", 0, 9, "k", new byte[] {1, 2, 3}, "not JSON", "planner", AT));
  }

  private static RunOptions options() {
    return new RunOptions(
        8,
        OnFailure.STOP,
        List.of("local_file.motd"),
        true,
        RunOptions.Approval.REQUIRED,
        "sha256:ab",
        true,
        true);
  }

  private static Node node() {
    return new Node(
        "local_file.motd",
        FILE,
        Action.UPDATE,
        "local_file",
        "local",
        "default",
        json("{'filename':'motd','content':'${id.hex}'}"),
        List.of(new Reference("id.hex", "id", Address.of("random_id.id"), "hex")),
        List.of("random_id.id"),
        List.of(Address.of("random_id.id")),
        new Node.Prior(FILE, "abc", 7),
        RepeatClass.BY_NAME,
        Timeouts.of(Map.of("create", "30s")),
        new RetryPolicy(3, Duration.ofMillis(500), Duration.ofSeconds(9)),
        2,
        true,
        "local_file.motd#delete",
        1,
        List.of("/content"),
        null);
  }

  private static InboxMessage.Result result() {
    return new InboxMessage.Result(
        "run-1",
        "local_file.motd",
        2,
        "w1-17",
        Outcome.FAILED,
        "abc",
        json("{'size':123456789012345678901234567890,'ratio':1.10}"),
        json("{'etag':'x'}"),
        json("{'filename':'motd'}"),
        List.of("/content"),
        ERROR,
        3,
        41,
        true,
        true,
        "root-1",
        "w1");
  }

  private static Task task() {
    return new Task(
        "shop",
        "run-1",
        "local_file.motd",
        FILE,
        2,
        "token-1",
        Action.UPDATE,
        "local_file",
        "local",
        json("{'filename':'motd','content':'${id.hex}'}"),
        Map.of("id.hex", json("'ff'")),
        Map.of("id", "i-2"),
        new Task.Prior(
            "abc",
            json("{'filename':'motd'}"),
            json("{'filename':'motd'}"),
            json("{'etag':'x'}"),
            1,
            RecordStatus.OK,
            "root-1"),
        RepeatClass.BY_NAME,
        new Task.Budget(5, AT),
        Timeouts.of(Map.of("create", "30s")),
        true,
        AT,
        List.of("/content"));
  }

  private static StateRecord stateRecord() {
    return new StateRecord(
        "shop",
        FILE,
        "local_file",
        "local",
        1,
        "abc",
        json("{'filename':'motd'}"),
        json("{'filename':'motd'}"),
        List.of("/content"),
        List.of(Address.of("random_id.id")),
        true,
        RecordStatus.TAINTED,
        json("{'etag':'x'}"),
        "token-1",
        "root-1",
        41,
        4,
        "run-1",
        AT);
  }

  private static NodeRecord nodeRecord() {
    return new NodeRecord(
        NodeStatus.WAITING,
        2,
        1,
        4,
        "token-1",
        "w1-17",
        "w1",
        Phase.WAITING,
        true,
        AT,
        AT,
        AT,
        ERROR,
        json("{'output':3}"),
        "why");
  }

  private static RunRecord runRecord() {
    return new RunRecord(
        "run-1",
        "shop",
        RunKind.DESTROY,
        RunPhase.RUNNING,
        RunOutcome.NEEDS_ATTENTION,
        options(),
        "ada",
        "first",
        40,
        RunRecord.ClaimScope.PLAN,
        List.of("local_file.motd"),
        1,
        "plan-1",
        List.of("plan-0"),
        1,
        "sha256:ab",
        true,
        RunRecord.Stop.CANCELLED,
        true,
        39,
        8,
        Map.of("local", 4),
        new RunCounts(19, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 0, 0),
        12,
        AT,
        AT,
        AT,
        List.of("run-0"),
        List.of("why"),
        List.of(
            new NodeSummary(
                "n",
                NodeStatus.FAILED,
                ErrorClass.THROTTLED,
                ErrorCode.of("too_many_requests"),
                "slow down")));
  }

  private static JsonNode json(String singleQuoted) {
    try {
      return Json.tree(singleQuoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new IllegalStateException(e);
    }
  }
}
