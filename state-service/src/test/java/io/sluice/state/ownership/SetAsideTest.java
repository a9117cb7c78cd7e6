package io.sluice.state.ownership;

import static io.sluice.state.ownership.TenureWorld.WORKSPACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.transition.Input;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Released;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.state.Deployment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages that can't be applied as they came, and must not be forgotten. */
class SetAsideTest {
  @TempDir Path folder;
  private TenureWorld world;

  @BeforeEach
  void begin() throws Exception {
    world = new TenureWorld(folder, Map.of("SLUICE_STATE_BATCH", "50"));
  }

  @AfterEach
  void end() {
    world.close();
  }

  @Test
  void whatLeftWithAPlanThatCantBeAppliedIsInDoubt() {
    throwingAt(Planned.class);
    world.takeOver();

    planned(List.of(new Released("t.a", 1, "token-1")));
    world.tenure.step();

    assertThat(records())
        .singleElement()
        .satisfies(
            doubt -> {
              assertThat(doubt.status()).isEqualTo(RecordStatus.IN_DOUBT);
              assertThat(doubt.token()).isEqualTo("token-1");
            });
  }

  @Test
  void aFailureThatMadeSomethingIsKeptAsASuccessIs() {
    throwingAt(Result.class);
    world.takeOver();
    planned(List.of());

    world.send(failedAfterMaking("i"));
    world.tenure.step();

    assertThat(records())
        .singleElement()
        .satisfies(
            made -> {
              assertThat(made.status()).isEqualTo(RecordStatus.TAINTED);
              assertThat(made.id()).isEqualTo("i");
            });
  }

  private void planned(List<Released> released) {
    world.send(Deployment.submitted("r", WORKSPACE));
    world.send(
        new InboxMessage.PlanPart("r", "p", 0, List.of(Deployment.create("t.a", null)), Map.of()));
    world.send(
        Planned.of(
            draft -> {
              draft.run = "r";
              draft.planId = "p";
              draft.parts = 1;
              draft.nodes = 1;
              draft.hash = "hash";
              draft.released = released;
            }));
  }

  /** Deciding everything that follows from such a message meets a bug. */
  private void throwingAt(Class<? extends InboxMessage> kind) {
    Decider real = world.machine;
    world.machine =
        (state, input) -> {
          if (input instanceof Input.Received received
              && received.follow() == Input.Follow.ALL
              && kind.isInstance(received.message())) {
            throw new IllegalStateException("a bug");
          }
          return real.advance(state, input);
        };
  }

  private static Result failedAfterMaking(String id) {
    return Result.of(
        draft -> {
          draft.run = "r";
          draft.node = "t.a";
          draft.attempt = 1;
          draft.claimId = "claim-1";
          draft.outcome = Outcome.FAILED;
          draft.id = id;
          draft.error =
              new TaskError(ErrorClass.PERMANENT, ErrorCode.of("code"), "it failed halfway", null);
          draft.calls = 1;
          draft.tookMs = 5;
          draft.worker = "worker";
        });
  }

  private List<StateRecord> records() {
    return world.committed(world.messages.topics().state(), StateRecord.class);
  }
}
