package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.inDoubt;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.started;
import static io.sluice.machine.Given.submitted;
import static io.sluice.machine.Given.tainted;
import static io.sluice.machine.Given.update;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.transition.Transition;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.record.NodeStatus;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LateSuccessTest {
  private final Given given = new Given();

  @Test
  void theCommittedOneAgainIsADuplicate() {
    given.running("r", create("t.a"), create("t.b"));
    given.when(ok("r", "t.a", 1, "c", "i"));

    assertThat(given.shows(ok("r", "t.a", 1, "c", "i")))
        .containsExactly("+ run r RUNNING claim=PLAN");
    assertThat(given.run("r").counts().duplicates()).isEqualTo(1);
  }

  @Test
  void oneOfASupersededAttemptBecomesAnOrphan() {
    given.running("r", create("t.a"), create("t.b"));
    given.when(inDoubt("r", "t.a", 1, "c"));
    given.when(ok("r", "t.a", 2, "d", "i-2"));

    assertThat(given.shows(ok("r", "t.a", 1, "c", "i-1")))
        .containsExactly(
            "+ state t.a#orphan/c ORPHAN i-1", "+ run r RUNNING claim=PLAN", "! ORPHAN_FOUND t.a");
  }

  @Test
  void aLateFailureThatMadeSomethingBecomesAnOrphanToo() {
    given.running("r", create("t.a"), create("t.b"));
    given.when(inDoubt("r", "t.a", 1, "c"));
    given.when(ok("r", "t.a", 2, "d", "i-2"));

    assertThat(given.shows(tainted("r", "t.a", 1, "c", "i-1")))
        .containsExactly(
            "+ state t.a#orphan/c ORPHAN i-1", "+ run r RUNNING claim=PLAN", "! ORPHAN_FOUND t.a");
  }

  @Test
  void oneOfAnEndedRunBecomesAnOrphanEvenWhenTheRunIsForgotten() {
    assertThat(given.shows(ok("long ago", "t.a", 1, "c", "i")))
        .containsExactly("+ state t.a#orphan/c ORPHAN i", "! ORPHAN_FOUND");
  }

  @Test
  void theSameOrphanTwiceIsOne() {
    given.when(ok("long ago", "t.a", 1, "c", "i"));

    assertThat(given.when(ok("long ago", "t.a", 1, "c", "i"))).isEqualTo(Transition.NONE);
  }

  @Test
  void aLateUpdateMarksItsAddressToBeRead() {
    given.existing("t.a", "i");
    given.running("r", update("t.a", RepeatClass.TOKEN, "i"), create("t.b"));
    given.when(inDoubt("r", "t.a", 1, "c"));
    given.when(ok("r", "t.a", 2, "d", "i"));

    assertThat(Shown.written(given.when(ok("r", "t.a", 1, "c", "i"))))
        .containsExactly("+ state t.a OK i refreshDue", "+ run r RUNNING claim=PLAN");
  }

  @Test
  void theOneInDoubtSettlesItAfterAll() {
    given.running("r", create("t.a", RepeatClass.NONE), create("t.b", "t.a"), create("t.c"));
    given.when(started("r", "t.a", 1, "c", "w"));
    given.lost("w");
    assertThat(given.status("r", "t.a")).contains(NodeStatus.IN_DOUBT);

    assertThat(given.shows(ok("r", "t.a", 1, "c", "i")))
        .containsExactly(
            "+ state t.a OK i",
            "+ node t.a SUCCEEDED@1 by c",
            "+ node t.b DISPATCHED@1",
            "+ run r RUNNING claim=PLAN",
            "! NODE_SUCCEEDED t.a",
            "task t.b@1");
  }

  @Test
  void aPlanThatIsBeingMadeThereIsMadeAgain() {
    given.running("a", create("t.x"));
    given.when(inDoubt("a", "t.x", 1, "c"));
    given.when(ok("a", "t.x", 2, "d", "i-2"));
    given.when(submitted("b"));
    PlanPart part = new PlanPart("b", "q", 0, List.of(create("t.y")), Map.of());
    given.when(part);
    long read = given.offset;
    given.when(ok("a", "t.x", 1, "c", "i-1"));

    Transition planned =
        given.when(
            Planned.of(
                draft -> {
                  draft.run = "b";
                  draft.planId = "q";
                  draft.parts = 1;
                  draft.nodes = 1;
                  draft.hash = "h";
                  draft.version = read;
                }));

    assertThat(Shown.sent(planned))
        .containsExactly("! RUN_CHANGED", "! RUN_PLANNING", "plan b window=10");
  }

  @Test
  void aKeyThatLooksLikeAMarkIsPartOfItsAddress() {
    given.when(ok("forgotten", "t.x[\"#delete\"]", 1, "c", "i"));

    assertThat(given.record("t.x[\"#delete\"]#orphan/c").orElseThrow().type()).isEqualTo("t");
  }
}
