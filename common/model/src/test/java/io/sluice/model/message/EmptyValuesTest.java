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
        new Node(
            "t.a",
            new Address("t.a"),
            Action.CREATE,
            "t",
            null,
            null,
            Json.object(),
            List.of(),
            List.of(),
            List.of(),
            null,
            RepeatClass.PURE,
            null,
            null,
            0,
            false,
            null,
            0,
            List.of(),
            null);
    return Stream.of(
        state(),
        task(),
        result(),
        new PlanPart("r", "p", 0, List.of(node), Map.of()),
        step(),
        new Event("r", "w", 0, EventKind.WARNING, null, null, null, "", null, AT),
        new DeadLetter("t", 0, 0, null, new byte[0], "", "state", AT));
  }

  private static StateRecord state() {
    return new StateRecord(
        "w",
        new Address("t.a"),
        "t",
        null,
        0,
        null,
        Json.object(),
        Json.object(),
        List.of(),
        List.of(),
        false,
        RecordStatus.OK,
        Json.object(),
        null,
        null,
        0,
        0,
        null,
        AT);
  }

  private static Task task() {
    return new Task(
        "w",
        "r",
        "t.a",
        new Address("t.a"),
        1,
        "token",
        Action.UPDATE,
        "t",
        null,
        Json.object(),
        Map.of(),
        Map.of(),
        new Task.Prior(null, Json.object(), Json.object(), Json.object(), 0, RecordStatus.OK, null),
        RepeatClass.PURE,
        new Task.Budget(1, null),
        null,
        false,
        null,
        List.of());
  }

  private static Result result() {
    return new Result(
        "r",
        "t.a",
        1,
        "c",
        Outcome.OK,
        null,
        Json.object(),
        Json.object(),
        Json.object(),
        List.of(),
        null,
        1,
        0,
        false,
        false,
        null,
        null);
  }

  private static NodeRecord step() {
    return new NodeRecord(
        NodeStatus.SUCCEEDED,
        0,
        0,
        0,
        null,
        null,
        null,
        null,
        false,
        null,
        null,
        null,
        null,
        Json.object(),
        null);
  }
}
