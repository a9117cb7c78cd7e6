package io.sluice.machine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.machine.task.Attempt;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.Phase;
import io.sluice.model.TaskError;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeStateTest {
  private static final Tries TRIES = new Tries(1, 0, 0);
  private static final Operation OPERATION = new Operation("token", false, null, false, List.of());
  private static final Instant LATER = Instant.parse("2026-01-01T00:05:00Z");
  private static final TaskError ERROR =
      new TaskError(ErrorClass.TRANSIENT, ErrorCode.of("x"), "broken", null);
  private static final Lease LEASE = new Lease("claim-1", "worker-1", Phase.CALLING, LATER);

  private static final List<NodeState> STATES =
      List.of(
          NodeState.None.INSTANCE,
          new NodeState.Ready(TRIES, OPERATION, null, null),
          new NodeState.Waiting(TRIES, OPERATION, LATER, ERROR, "broken"),
          new NodeState.Dispatched(TRIES, OPERATION),
          new NodeState.Returned(TRIES, OPERATION, "claim-1", LATER, "not accepted"),
          new NodeState.Leased(TRIES, OPERATION, LEASE),
          new NodeState.Asked(1, 0, 7),
          new NodeState.Unapproved(1, "would delete t.x[0]"),
          new NodeState.Expanded(1, "plan", null),
          new NodeState.Succeeded(TRIES, "claim-1", null),
          new NodeState.Failed(TRIES, OPERATION, ERROR),
          new NodeState.Cancelled(TRIES, OPERATION, "cancelled"),
          new NodeState.InDoubt(TRIES, OPERATION, "claim-1", "worker-1", ERROR));

  private static final List<NodeEvent> EVENTS =
      List.of(
          new NodeEvent.Dispatched(new Attempt(2, "token", false, null, false)),
          new NodeEvent.LeaseTaken(LEASE),
          new NodeEvent.FoundNothing(),
          new NodeEvent.Returned("not accepted"),
          new NodeEvent.GivenBack("its worker stops"),
          new NodeEvent.NeverBegan("no worker reported on it"),
          new NodeEvent.PutOff(LATER, "throttled"),
          new NodeEvent.RetryAt(LATER, ERROR),
          new NodeEvent.FellDue(),
          new NodeEvent.MayHaveHappened("claim-2", LATER, false),
          new NodeEvent.Recover(LATER, false, "claim-1", "its worker was lost"),
          new NodeEvent.Succeeded("claim-1", null),
          new NodeEvent.Failed(ERROR),
          new NodeEvent.Cancelled("cancelled"),
          new NodeEvent.LeftInDoubt(ERROR),
          new NodeEvent.AskedPlanner(0, 7),
          new NodeEvent.Expanded("plan", null),
          new NodeEvent.AnswersAwaited(),
          new NodeEvent.ApprovalAwaited("would delete t.x[0]"),
          new NodeEvent.Approved(),
          new NodeEvent.Renewed("to be done again"));

  @Test
  void aCommittedNodeIsNeverSentAgain() {
    NodeState committed = new NodeState.Succeeded(TRIES, "claim-1", null);

    assertThatThrownBy(
            () ->
                NodeSteps.next(
                    committed,
                    new NodeEvent.Dispatched(new Attempt(2, "token", false, null, false))))
        .isInstanceOf(IllegalStep.class)
        .hasMessage("Succeeded@1 can't take Dispatched");
  }

  @Test
  void whatIsLegalIsWrittenDown() throws IOException {
    assertThat(matrix()).isEqualTo(golden("node-steps.txt"));
  }

  @Test
  void eachStateIsStoredAndReadAgainAsItWas() {
    for (NodeState state : STATES) {
      NodeState stored =
          state instanceof NodeState.InDoubt doubt
              ? new NodeState.InDoubt(
                  doubt.tries(),
                  doubt.operation().inDoubt(),
                  doubt.claimId(),
                  doubt.incarnation(),
                  doubt.error())
              : state;
      assertThat(NodeCodec.decode(NodeCodec.encode(state))).isEqualTo(stored);
    }
  }

  private static String matrix() {
    StringBuilder text = new StringBuilder();
    for (NodeState state : STATES) {
      for (NodeEvent event : EVENTS) {
        text.append(name(state)).append(" + ").append(name(event)).append(" -> ");
        text.append(after(state, event)).append('\n');
      }
    }
    return text.toString();
  }

  private static String after(NodeState state, NodeEvent event) {
    try {
      return name(NodeSteps.next(state, event));
    } catch (IllegalStep e) {
      return "illegal";
    }
  }

  private static String name(Object of) {
    return of.getClass().getSimpleName();
  }

  static String golden(String name) throws IOException {
    try (InputStream file = NodeStateTest.class.getResourceAsStream("/golden/" + name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
