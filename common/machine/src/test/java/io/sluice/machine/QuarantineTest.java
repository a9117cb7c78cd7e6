package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.submitted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.Change;
import io.sluice.machine.stored.StateRecords;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.RunPhase;
import io.sluice.model.record.StateRecord;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuarantineTest {
  private final Given given = new Given();

  @Test
  void aTransitionThatThrowsLeavesTheStateAsItWas() {
    given.running("r", create("t.a"), create("t.b", "t.a"));
    String before = describe();
    StateRecords broken = new Broken(given.records);
    given.state = given.restarted().state;
    WorkspaceState throwing = WorkspaceState.restore("w", broken, runs());

    assertThatThrownBy(
            () ->
                given.machine.advance(
                    throwing, new Input.Received(ok("r", "t.a", 1, "c", "i"), given.context())))
        .isInstanceOf(IllegalStateException.class);

    assertThat(RunDetails.of(throwing, "r", 10).toString()).isEqualTo(before);
  }

  @Test
  void aDecisionThatIsOnlyLookedAtHoldsNothingBack() {
    given.running("r", create("t.a"), create("t.b", "t.a"));
    Input.Received result =
        new Input.Received(ok("r", "t.a", 1, "c", "i"), given.context()).alone(Map.of());

    Tried.on(given.machine, given.state, result);

    assertThat(given.state.nextDue()).isEmpty();
    given.machine.advance(given.state, result);
    assertThat(given.state.nextDue()).as("t.b has to follow").isPresent();
  }

  @Test
  void quarantinesOneRunAndTheOthersGoOn() {
    given.when(submitted("a", "t.x", "t.w"));
    given.planned("a", create("t.x"), create("t.w", "t.x"));
    given.when(submitted("b", "t.y", "t.y2"));
    given.planned("b", create("t.y"), create("t.y2", "t.y"));

    Transition quarantined = given.when(new Input.Quarantined("a", "it threw", given.context()));

    assertThat(Shown.all(quarantined))
        .contains(
            "+ run a QUARANTINED NEEDS_ATTENTION stop=QUARANTINED",
            "control a CANCELLED",
            "! RUN_QUARANTINED");
    assertThat(given.run("b").phase()).isNotEqualTo(RunPhase.QUARANTINED);
    assertThat(given.run("a").ended()).isTrue();
    assertThat(given.status("a", "t.x")).as("it was out").contains(NodeStatus.IN_DOUBT);
    given.when(ok("a", "t.x", 1, "c", "i"));
    assertThat(given.record("t.x#orphan/c")).as("a success is never ignored").isPresent();
  }

  @Test
  void thePeopleOfATroubledWorkspaceAreTold() {
    given.running("r", create("t.a"));

    Transition told = given.when(new Input.Troubled("its timers stand still", given.context()));

    assertThat(Given.eventsOf(told))
        .singleElement()
        .satisfies(event -> assertThat(event.text()).contains("its timers stand still"));
  }

  private String describe() {
    return RunDetails.of(given.state, "r", 10).toString();
  }

  private List<Change> runs() {
    return given.written.stream().filter(c -> c.topic() == Change.Topic.RUNS).toList();
  }

  /** Can't be written to. */
  private record Broken(StateRecords records) implements StateRecords {
    @Override
    public Optional<StateRecord> find(Address address) {
      return records.find(address);
    }

    @Override
    public Collection<StateRecord> marked(Address live) {
      return records.marked(live);
    }

    @Override
    public Iterable<StateRecord> all() {
      return records.all();
    }

    @Override
    public void put(StateRecord record) {
      throw new IllegalStateException("no room");
    }

    @Override
    public void remove(Address address) {}
  }
}
