package io.sluice.model.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.RepeatClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An empty object or text is a value: what leaves it out can't be read again. */
class EmptyValuesTest {
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @MethodSource("messages")
  void comeBackAsTheyWere(Object message) throws Exception {
    Envelope envelope = Envelope.decode(Envelope.encode(message, AT));
    assertThat(Json.text(envelope.payload())).isEqualTo(Json.text(message));
    assertThat(envelope.payload()).usingRecursiveComparison().isEqualTo(message);
  }

  static Stream<Object> messages() {
    Node node =
        Node.of(
            draft -> {
              draft.id = "t.a";
              draft.address = new Address("t.a");
              draft.action = Action.CREATE;
              draft.type = "t";
              draft.config = Json.object();
              draft.repeat = RepeatClass.PURE;
              draft.timeouts = null;
            });
    return Stream.of(
        state(),
        task(),
        result(),
        new PlanPart("r", "p", 0, List.of(node), Map.of()),
        step(),
        new Event("r", "w", 0, EventKind.WARNING, null, null, null, "", null, AT),
        DeadLetter.of(
            draft -> {
              draft.topic = "t";
              draft.value = new byte[0];
              draft.cause = "";
              draft.service = "state";
              draft.at = AT;
            }));
  }

  private static StateRecord state() {
    return StateRecord.of(
        draft -> {
          draft.workspace = "w";
          draft.address = new Address("t.a");
          draft.type = "t";
          draft.attributes = Json.object();
          draft.desired = Json.object();
          draft.status = RecordStatus.OK;
          draft.privateData = Json.object();
          draft.updatedAt = AT;
        });
  }

  private static Task task() {
    return Task.of(
        draft -> {
          draft.workspace = "w";
          draft.run = "r";
          draft.node = "t.a";
          draft.address = new Address("t.a");
          draft.attempt = 1;
          draft.token = "token";
          draft.action = Action.UPDATE;
          draft.type = "t";
          draft.config = Json.object();
          draft.prior =
              new Task.Prior(
                  null, Json.object(), Json.object(), Json.object(), 0, RecordStatus.OK, null);
          draft.repeat = RepeatClass.PURE;
          draft.budget = new Task.Budget(1, null);
          draft.timeouts = null;
        });
  }

  private static Result result() {
    return Result.of(
        draft -> {
          draft.run = "r";
          draft.node = "t.a";
          draft.attempt = 1;
          draft.claimId = "c";
          draft.outcome = Outcome.OK;
          draft.attributes = Json.object();
          draft.privateData = Json.object();
          draft.desired = Json.object();
          draft.calls = 1;
        });
  }

  private static NodeRecord step() {
    return NodeRecord.of(
        draft -> {
          draft.status = NodeStatus.SUCCEEDED;
          draft.outputs = Json.object();
        });
  }
}
