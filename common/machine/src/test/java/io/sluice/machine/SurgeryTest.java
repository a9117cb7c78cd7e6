package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.events;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.NullNode;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.json.Json;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.Order.StateEdit;
import io.sluice.model.message.Order.Whole;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.Refusal;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.StateRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SurgeryTest {
  private static final Address A = new Address("t.a");
  private static final Address B = new Address("t.b");

  private final Given given = new Given();

  @Test
  void writesAllOfItWithTheVersionOfItsInput() {
    Transition done = edit("e", List.of(record(A), record(B)), List.of(), Map.of(), null);

    assertThat(events(done)).containsExactly(EventKind.STATE_EDITED);
    assertThat(given.record("t.a").orElseThrow().version()).isEqualTo(given.offset);
    assertThat(given.record("t.b").orElseThrow().runId()).isEqualTo("e");
    assertThat(given.run("e").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
  }

  @Test
  void writesNothingWhenOneRecordIsNotAsExpected() {
    edit("e1", List.of(record(A)), List.of(), Map.of(), null);

    Transition refused = edit("e2", List.of(record(B)), List.of(A), Map.of(A, 99L, B, 0L), null);

    assertThat(events(refused)).containsExactly(EventKind.REFUSED);
    assertThat(given.run("e2").outcome()).isEqualTo(RunOutcome.REFUSED);
    assertThat(given.run("e2").reasons().getFirst()).contains("t.a has version 1, not 99");
    assertThat(given.run("e2").refusals()).containsExactly(new Refusal.VersionMoved(A, 99, 1));
    assertThat(given.record("t.a")).isPresent();
    assertThat(given.record("t.b")).isEmpty();
  }

  @Test
  void isRefusedWhatARunHoldsAndNothingElse() {
    given.running("r", create("t.a"));

    assertThat(events(edit("e1", List.of(record(A)), List.of(), Map.of(), null)))
        .containsExactly(EventKind.REFUSED);
    assertThat(given.run("e1").refusals()).containsExactly(new Refusal.HeldBy("r", List.of(A)));
    assertThat(given.run("e1").reasons())
        .containsExactly("run r holds what you would change: wait for it, or cancel it");
    assertThat(events(edit("e2", List.of(record(B)), List.of(), Map.of(), null)))
        .containsExactly(EventKind.STATE_EDITED);
    assertThat(events(edit("e3", List.of(), List.of(B), Map.of(B, 5L), new Whole("l", 1, false))))
        .containsExactly(EventKind.REFUSED);

    given.when(ok("r", "t.a", 1, "c", "i"));
    assertThat(events(edit("e4", List.of(), List.of(A), Map.of(), null)))
        .containsExactly(EventKind.STATE_EDITED);
  }

  @Test
  void anEditOfTheWholeIsRefusedWhenSomethingHasComeSince() {
    edit("e1", List.of(record(A)), List.of(), Map.of(), null);
    edit("e2", List.of(record(B)), List.of(), Map.of(), null);

    Transition refused =
        edit("e3", List.of(), List.of(A), Map.of(A, 1L), new Whole("lineage", 7, false));

    assertThat(events(refused)).containsExactly(EventKind.REFUSED);
    assertThat(given.run("e3").reasons())
        .containsExactly("t.b was added since: check it and repeat the edit");
    assertThat(given.run("e3").refusals()).containsExactly(new Refusal.AppearedSince(B));
    assertThat(given.state.workspaceRecord()).isEmpty();
  }

  @Test
  void remembersWhereTheStateCameFromAndForgetsTheWorkspace() {
    edit("e1", List.of(record(A)), List.of(), Map.of(A, 0L), new Whole("lineage", 7, false));
    var origin = given.state.workspaceRecord().orElseThrow().origin();
    assertThat(origin).isNotNull();
    assertThat(origin.lineage()).isEqualTo("lineage");
    assertThat(origin.serial()).isEqualTo(7);
    assertThat(origin.version()).isEqualTo(given.offset);

    edit("e2", List.of(), List.of(A), Map.of(A, given.offset), new Whole(null, 0, true));

    assertThat(given.state.workspaceRecord()).isEmpty();
    assertThat(given.record("t.a")).isEmpty();
  }

  @Test
  void aWorkspaceIsNotForgottenWhileARunWaits() {
    given.when(submitted("r"));

    assertThat(events(edit("e", List.of(), List.of(), Map.of(), new Whole(null, 0, true))))
        .containsExactly(EventKind.REFUSED);
  }

  private Transition edit(
      String run,
      List<StateRecord> put,
      List<Address> remove,
      Map<Address, Long> expected,
      @Nullable Whole whole) {
    return given.when(new StateEdit(run, "w", "test", put, remove, expected, "ada", whole));
  }

  private static StateRecord record(Address address) {
    return StateRecord.of(
        draft -> {
          draft.workspace = "w";
          draft.address = address;
          draft.type = "t";
          draft.schemaVersion = 1;
          draft.id = "id";
          draft.attributes = Json.object();
          draft.desired = NullNode.getInstance();
          draft.status = RecordStatus.OK;
          draft.updatedAt = Instant.EPOCH;
        });
  }
}
