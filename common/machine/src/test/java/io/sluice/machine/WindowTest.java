package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.failed;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;
import static io.sluice.machine.Given.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.StateRecords;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.message.Order.SetParallelism;
import io.sluice.model.plan.Node;
import io.sluice.model.record.StateRecord;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WindowTest {
  private final Given given = new Given(MachineSettings.DEFAULT.withParallelism(2));

  @Test
  void theLongestPathLeavesFirst() {
    Transition planned =
        given.running(
            "r",
            with(create("t.a"), 1, null, List.of()),
            with(create("t.b"), 3, null, List.of()),
            with(create("t.c"), 2, null, List.of()));

    assertThat(sent(planned)).containsExactly("t.b@1", "t.c@1");
    assertThat(sent(given.when(ok("r", "t.c", 1, "c", "i")))).containsExactly("t.a@1");
  }

  @Test
  void aWaitingRetryFreesItsPlace() {
    given.running("r", create("t.a"), create("t.b"), create("t.c"));

    assertThat(Shown.all(given.when(failed("r", "t.a", 1, "c", ErrorClass.TRANSIENT))))
        .containsExactly(
            "+ node t.a WAITING@1 failures=1 due +1ms",
            "+ node t.c DISPATCHED@1",
            "+ run r RUNNING claim=PLAN",
            "! NODE_RETRYING t.a",
            "task t.c@1");
  }

  @Test
  void parallelismChangesWhileTheRunGoesOn() {
    given.running("r", create("t.a"), create("t.b"), create("t.c"), create("t.d"));

    assertThat(sent(given.when(new SetParallelism("r", 3, "someone")))).containsExactly("t.c@1");
    given.when(new SetParallelism("r", 1, "someone"));
    assertThat(sent(given.when(ok("r", "t.a", 1, "c", "i")))).isEmpty();
    assertThat(sent(given.when(ok("r", "t.b", 1, "c", "i")))).isEmpty();
    assertThat(sent(given.when(ok("r", "t.c", 1, "c", "i")))).containsExactly("t.d@1");
  }

  @Test
  void aProviderHasItsOwnPlacesInAllRunsTogether() {
    Given wide = new Given();
    wide.when(submitted("a", "t.a", "t.b", "u.c"));
    Node other = typed(create("u.c"), "u");
    Transition first =
        wide.planned(
            wide.plan("a", "p", 3, Map.of("t", 1), false), create("t.a"), create("t.b"), other);
    assertThat(sent(first)).containsExactly("t.a@1", "u.c@1");

    wide.when(submitted("b", "t.d"));
    Transition second = wide.planned(wide.plan("b", "q", 1, Map.of("t", 1), false), create("t.d"));
    assertThat(sent(second)).isEmpty();

    assertThat(sent(wide.when(ok("a", "t.a", 1, "c", "i")))).containsExactly("t.b@1");
    assertThat(sent(wide.when(ok("a", "t.b", 1, "c", "i")))).containsExactly("t.d@1");
  }

  @Test
  void aRunThatWaitsForAPlaceIsNotForgottenWhenAnInputThrows() {
    AtomicBoolean broken = new AtomicBoolean();
    Given given = new Given();
    given.state = new WorkspaceState("w", new Breaking(given.records, broken));
    given.when(submitted("a", "t.a"));
    given.planned(given.plan("a", "p", 1, Map.of("t", 1), false), create("t.a"));
    given.when(submitted("b", "t.d"));
    given.planned(given.plan("b", "q", 1, Map.of("t", 1), false), create("t.d"));
    Input freed = new Input.Received(ok("a", "t.a", 1, "c", "i"), given.context());

    broken.set(true);
    assertThatThrownBy(() -> given.machine.advance(given.state, freed))
        .isInstanceOf(IllegalStateException.class);
    broken.set(false);

    assertThat(sent(given.when(freed))).containsExactly("t.d@1");
  }

  /** Whoever looks at t.d breaks, while it is broken. */
  private record Breaking(StateRecords records, AtomicBoolean broken) implements StateRecords {
    @Override
    public Optional<StateRecord> find(Address address) {
      if (broken.get() && address.text().equals("t.d")) {
        throw new IllegalStateException("broken");
      }
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
      records.put(record);
    }

    @Override
    public void remove(Address address) {
      records.remove(address);
    }
  }

  private static Node typed(Node node, String type) {
    return Node.of(
        draft -> {
          draft.id = node.id();
          draft.address = node.address();
          draft.action = node.action();
          draft.type = type;
          draft.provider = node.provider();
          draft.pool = node.pool();
          draft.config = node.config();
          draft.values = node.values();
          draft.after = node.after();
          draft.dependencies = node.dependencies();
          draft.prior = node.prior();
          draft.repeat = node.repeat();
          draft.timeouts = node.timeouts();
          draft.retry = node.retry();
          draft.weight = node.weight();
          draft.createBeforeDestroy = node.createBeforeDestroy();
          draft.pairedWith = node.pairedWith();
          draft.schemaVersion = node.schemaVersion();
          draft.sensitivePaths = node.sensitivePaths();
        });
  }
}
