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
        InboxMessage.Planned.of(
            draft -> {
              draft.run = "run-1";
              draft.planId = "plan-1";
              draft.parts = 1;
              draft.nodes = 1;
              draft.hash = "sha256:ab";
              draft.version = 41;
              draft.basis = Map.of(FILE, 7L);
              draft.released = List.of(new InboxMessage.Released("local_file.motd", 1, "token-1"));
              draft.windows = Map.of("local", 4);
            }),
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
        PlanRequest.PlanRun.of(
            draft -> {
              draft.run = "run-1";
              draft.workspace = "shop";
              draft.epoch = 4;
              draft.version = 41;
              draft.kind = RunKind.APPLY;
              draft.document = json("{'schema_version':1}");
              draft.options = options();
              draft.root = "first";
              draft.window = 256;
              draft.reads = Map.of("a.n", json("3"));
              draft.claim = List.of("local_file.motd");
            }),
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
        DeadLetter.of(
            draft -> {
              draft.topic = "sluice.plans";
              draft.offset = 9;
              draft.key = "k";
              draft.value = new byte[] {1, 2, 3};
              draft.cause = "not JSON";
              draft.service = "planner";
              draft.at = AT;
            }));
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
    return Node.of(
        draft -> {
          draft.id = "local_file.motd";
          draft.address = FILE;
          draft.action = Action.UPDATE;
          draft.type = "local_file";
          draft.provider = "local";
          draft.pool = "default";
          draft.config = json("{'filename':'motd','content':'${id.hex}'}");
          draft.values = List.of(new Reference("id.hex", "id", Address.of("random_id.id"), "hex"));
          draft.after = List.of("random_id.id");
          draft.dependencies = List.of(Address.of("random_id.id"));
          draft.prior = new Node.Prior(FILE, "abc", 7);
          draft.repeat = RepeatClass.BY_NAME;
          draft.timeouts = Timeouts.of(Map.of("create", "30s"));
          draft.retry = new RetryPolicy(3, Duration.ofMillis(500), Duration.ofSeconds(9));
          draft.weight = 2;
          draft.createBeforeDestroy = true;
          draft.pairedWith = "local_file.motd#delete";
          draft.schemaVersion = 1;
          draft.sensitivePaths = List.of("/content");
        });
  }

  private static InboxMessage.Result result() {
    return InboxMessage.Result.of(
        draft -> {
          draft.run = "run-1";
          draft.node = "local_file.motd";
          draft.attempt = 2;
          draft.claimId = "w1-17";
          draft.outcome = Outcome.FAILED;
          draft.id = "abc";
          draft.attributes = json("{'size':123456789012345678901234567890,'ratio':1.10}");
          draft.privateData = json("{'etag':'x'}");
          draft.desired = json("{'filename':'motd'}");
          draft.sensitivePaths = List.of("/content");
          draft.error = ERROR;
          draft.calls = 3;
          draft.tookMs = 41;
          draft.recovered = true;
          draft.unchanged = true;
          draft.root = "root-1";
          draft.worker = "w1";
        });
  }

  private static Task task() {
    return Task.of(
        draft -> {
          draft.workspace = "shop";
          draft.run = "run-1";
          draft.node = "local_file.motd";
          draft.address = FILE;
          draft.attempt = 2;
          draft.token = "token-1";
          draft.action = Action.UPDATE;
          draft.type = "local_file";
          draft.provider = "local";
          draft.config = json("{'filename':'motd','content':'${id.hex}'}");
          draft.values = Map.of("id.hex", json("'ff'"));
          draft.replacedIds = Map.of("id", "i-2");
          draft.prior =
              new Task.Prior(
                  "abc",
                  json("{'filename':'motd'}"),
                  json("{'filename':'motd'}"),
                  json("{'etag':'x'}"),
                  1,
                  RecordStatus.OK,
                  "root-1");
          draft.repeat = RepeatClass.BY_NAME;
          draft.budget = new Task.Budget(5, AT);
          draft.timeouts = Timeouts.of(Map.of("create", "30s"));
          draft.recovering = true;
          draft.recoverAfter = AT;
          draft.sensitivePaths = List.of("/content");
        });
  }

  private static StateRecord stateRecord() {
    return StateRecord.of(
        draft -> {
          draft.workspace = "shop";
          draft.address = FILE;
          draft.type = "local_file";
          draft.providerConfig = "local";
          draft.schemaVersion = 1;
          draft.id = "abc";
          draft.attributes = json("{'filename':'motd'}");
          draft.desired = json("{'filename':'motd'}");
          draft.sensitivePaths = List.of("/content");
          draft.dependencies = List.of(Address.of("random_id.id"));
          draft.createBeforeDestroy = true;
          draft.status = RecordStatus.TAINTED;
          draft.privateData = json("{'etag':'x'}");
          draft.token = "token-1";
          draft.root = "root-1";
          draft.version = 41;
          draft.epoch = 4;
          draft.runId = "run-1";
          draft.updatedAt = AT;
        });
  }

  private static NodeRecord nodeRecord() {
    return NodeRecord.of(
        draft -> {
          draft.status = NodeStatus.WAITING;
          draft.attempt = 2;
          draft.failures = 1;
          draft.recoveries = 4;
          draft.token = "token-1";
          draft.claimId = "w1-17";
          draft.incarnation = "w1";
          draft.phase = Phase.WAITING;
          draft.recovering = true;
          draft.recoverAfter = AT;
          draft.deadline = AT;
          draft.dueAt = AT;
          draft.error = ERROR;
          draft.outputs = json("{'output':3}");
          draft.reason = "why";
        });
  }

  private static RunCounts runCounts() {
    return RunCounts.of(
        draft -> {
          draft.nodes = 19;
          draft.succeeded = 1;
          draft.failed = 2;
          draft.skipped = 3;
          draft.cancelled = 4;
          draft.inDoubt = 5;
          draft.added = 6;
          draft.changed = 7;
          draft.destroyed = 8;
          draft.unchanged = 9;
          draft.attempts = 10;
          draft.duplicates = 11;
          draft.orphans = 12;
          draft.redelivered = 13;
          draft.dropped = 14;
          draft.deferred = 15;
          draft.gaveUp = 16;
          draft.lostWorkers = 17;
          draft.recovered = 18;
        });
  }

  private static RunRecord runRecord() {
    return RunRecord.of(
        draft -> {
          draft.run = "run-1";
          draft.workspace = "shop";
          draft.kind = RunKind.DESTROY;
          draft.phase = RunPhase.RUNNING;
          draft.outcome = RunOutcome.NEEDS_ATTENTION;
          draft.options = options();
          draft.by = "ada";
          draft.root = "first";
          draft.queuedAt = 40;
          draft.claim = RunRecord.ClaimScope.PLAN;
          draft.claimed = List.of("local_file.motd");
          draft.widenings = 1;
          draft.planId = "plan-1";
          draft.formerPlans = List.of("plan-0");
          draft.parts = 1;
          draft.hash = "sha256:ab";
          draft.paused = true;
          draft.stop = RunRecord.Stop.CANCELLED;
          draft.replan = true;
          draft.stateChangedAt = 39;
          draft.parallelism = 8;
          draft.windows = Map.of("local", 4);
          draft.counts = runCounts();
          draft.sequence = 12;
          draft.submittedAt = AT;
          draft.startedAt = AT;
          draft.endedAt = AT;
          draft.waitingFor = List.of("run-0");
          draft.reasons = List.of("why");
          draft.failed =
              List.of(
                  new NodeSummary(
                      "n",
                      NodeStatus.FAILED,
                      ErrorClass.THROTTLED,
                      ErrorCode.of("too_many_requests"),
                      "slow down"));
        });
  }

  private static JsonNode json(String singleQuoted) {
    try {
      return Json.tree(singleQuoted.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    } catch (MalformedMessage e) {
      throw new IllegalStateException(e);
    }
  }
}
