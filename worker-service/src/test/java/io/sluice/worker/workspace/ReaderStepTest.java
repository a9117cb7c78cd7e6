package io.sluice.worker.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.client.reader.Reader;
import io.sluice.client.reader.Reader.Going;
import io.sluice.model.Action;
import io.sluice.model.plan.OnChange;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is done next about a workspace whose reads have changed, or have not. */
class ReaderStepTest {
  private static final String ID = "reads-1a-";
  private static final Optional<String> CHANGED = Optional.of(ID);
  private static final Optional<String> SAME = Optional.empty();

  private static Reader reader(OnChange onChange, boolean kept, Going... runs) {
    return new Reader("shop", 1, onChange, new TreeMap<>(), kept, List.of(runs));
  }

  private static Going own(String run, String phase) {
    return new Going(run, "on_change of net.vpc", phase, "hash");
  }

  private static Going person() {
    return new Going("01j", "ann", "QUEUED", null);
  }

  @Test
  void aChangeBeginsARunWhereOneIsWantedAndPossible() {
    assertThat(ReaderStep.next(reader(OnChange.PLAN, true), CHANGED))
        .isEqualTo(new ReaderStep.Begin());
    assertThat(ReaderStep.next(reader(OnChange.APPLY, true), CHANGED))
        .isEqualTo(new ReaderStep.Begin());
    assertThat(ReaderStep.next(reader(OnChange.NOTIFY, true), CHANGED))
        .isEqualTo(new ReaderStep.Nothing());
    assertThat(ReaderStep.next(reader(OnChange.PLAN, false), CHANGED))
        .isEqualTo(new ReaderStep.Nothing());
    assertThat(ReaderStep.next(reader(OnChange.PLAN, true), SAME))
        .isEqualTo(new ReaderStep.Nothing());
  }

  @Test
  void whileAPersonsRunGoesOnNothingBegins() {
    assertThat(ReaderStep.next(reader(OnChange.APPLY, true, person()), CHANGED))
        .isEqualTo(new ReaderStep.Nothing());
  }

  @Test
  void aRunThatWaitsIsJudgedAsLongAsItIsAboutThePresentChange() {
    Going waiting = own(ID + "0", "AWAITING_APPROVAL");
    assertThat(ReaderStep.next(reader(OnChange.PLAN, true, waiting), CHANGED))
        .isEqualTo(new ReaderStep.Judge(waiting));
    assertThat(ReaderStep.next(reader(OnChange.PLAN, true, waiting), Optional.of("reads-2b-")))
        .isInstanceOf(ReaderStep.Discard.class);
    assertThat(ReaderStep.next(reader(OnChange.PLAN, true, waiting), SAME))
        .isInstanceOf(ReaderStep.Discard.class);
  }

  @Test
  void aRunThatWaitsMakesWayForAPerson() {
    Going waiting = own(ID + "0", "AWAITING_APPROVAL");
    assertThat(ReaderStep.next(reader(OnChange.PLAN, true, waiting, person()), CHANGED))
        .isEqualTo(new ReaderStep.Discard(waiting, "on_change of what it reads, for run 01j"));
  }

  @Test
  void aRunThatIsUnderWayIsLeftAlone() {
    assertThat(ReaderStep.next(reader(OnChange.APPLY, true, own("reads-2b-0", "RUNNING")), CHANGED))
        .isEqualTo(new ReaderStep.Nothing());
  }

  @Test
  void whatTakesNothingAwayIsAppliedExceptInACircle() {
    Reader applies = reader(OnChange.APPLY, true);
    List<Action> adds = List.of(Action.READ, Action.CREATE, Action.UPDATE, Action.EXPAND);
    assertThat(ReaderStep.mayGo(applies, Set.of(), adds)).isTrue();
    assertThat(ReaderStep.mayGo(applies, Set.of("shop"), adds)).isFalse();
    assertThat(ReaderStep.mayGo(applies, Set.of(), List.of(Action.CREATE, Action.DELETE)))
        .isFalse();
    assertThat(ReaderStep.mayGo(applies, Set.of(), List.of(Action.FORGET))).isFalse();
  }

  @Test
  void whatOnlyRecordsWhatWasReadNeedsNobody() {
    assertThat(
            ReaderStep.mayGo(
                reader(OnChange.PLAN, true), Set.of("shop"), List.of(Action.READ, Action.NOOP)))
        .isTrue();
    assertThat(ReaderStep.mayGo(reader(OnChange.PLAN, true), Set.of(), List.of(Action.UPDATE)))
        .isFalse();
  }
}
