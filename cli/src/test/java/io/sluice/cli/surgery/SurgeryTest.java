package io.sluice.cli.surgery;

import static io.sluice.cli.surgery.Given.record;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cli.surgery.Replacement.Changed;
import io.sluice.cli.terminal.Fault;
import io.sluice.model.Address;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SurgeryTest {
  private static final StateRecord PET = record("random_id.pet", "{'id':'p'}", "{}");
  private static final StateRecord PAGE =
      record(
          "local_file.page",
          "{'id':'f'}",
          "{'content':'${pet.hex}, not petal.pet'}",
          "random_id.pet");

  @Test
  void movesARecordAndTellsWhoDependsOnIt() {
    Edit edit = Move.of(new Records(List.of(PET, PAGE)), "random_id.pet", "random_id.dog");

    assertThat(edit.remove()).containsExactly(PET.address());
    assertThat(edit.put())
        .extracting(one -> one.address().text())
        .containsExactly("local_file.page", "random_id.dog");
    StateRecord told = edit.put().getFirst();
    assertThat(told.dependencies()).containsExactly(new Address("random_id.dog"));
    assertThat(told.desired().path("content").asText()).isEqualTo("${dog.hex}, not petal.pet");
    assertThat(edit.expected())
        .isEqualTo(Map.of(PET.address(), 7L, PAGE.address(), 7L, new Address("random_id.dog"), 0L));
  }

  @Test
  void keepsWhatWasFoundChangedOfWhatItMoves() {
    StateRecord drifted = PET.withDrifted(List.of("/hex"));

    Edit edit = Move.of(new Records(List.of(drifted)), "random_id.pet", "random_id.dog");

    assertThat(edit.put().getFirst().drifted()).containsExactly("/hex");
  }

  @Test
  void movesAllInstancesAndWholeModules() {
    Records records =
        new Records(
            List.of(
                record("module.a.t_x.n[0]", "{}", "{}"),
                record("module.a.t_x.n[1]#deposed/z", "{}", "{}"),
                record("module.ab.t_x.n", "{}", "{}")));

    Edit edit = Move.of(records, "module.a", "module.b[\"k\"]");

    assertThat(edit.put())
        .extracting(one -> one.address().text())
        .containsExactly("module.b[\"k\"].t_x.n[0]", "module.b[\"k\"].t_x.n[1]#deposed/z");
  }

  @Test
  void forgetsWhatWasWantedWhereTheReferenceCantBeFound() {
    StateRecord far =
        record("t_x.far", "{}", "{'a':{'$expr':'something.else','refs':[]}}", "random_id.pet");

    Edit edit = Move.of(new Records(List.of(PET, far)), "random_id.pet", "random_id.dog");

    assertThat(edit.put().getLast().address()).isEqualTo(far.address());
    assertThat(edit.put().getLast().desired().isNull()).isTrue();
  }

  @Test
  void refusesMovesThatLoseSomethingOrChangeTheType() {
    Records records = new Records(List.of(PET, PAGE, record("random_id.dog", "{}", "{}")));

    assertThatThrownBy(() -> Move.of(records, "random_id.pet", "random_id.dog"))
        .isInstanceOf(Fault.class)
        .hasMessageContaining("already");
    assertThatThrownBy(() -> Move.of(records, "random_id.pet", "local_file.pet"))
        .hasMessage("A random_id can't become a local_file");
    assertThatThrownBy(() -> Move.of(records, "random_id.pte", "random_id.x"))
        .hasMessage("There is no random_id.pte in state");
  }

  @Test
  void readsTypesThroughModulesAndKeysWithDots() {
    assertThat(new Address("module.a[\"x.y\"].local_file.b[\"c.d\"]").type())
        .isEqualTo("local_file");
    assertThat(new Address("local_file.b#orphan/x.y").type()).isEqualTo("local_file");
  }

  @Test
  void forgetsAndSaysWhoIsLeftBehind() {
    Records records = new Records(List.of(PET, PAGE));
    Edit edit = Marks.forgotten(records, List.of("random_id.pet"));

    assertThat(edit.remove()).containsExactly(PET.address());
    assertThat(Marks.leftBehind(records, edit)).containsExactly(PAGE.address());
  }

  @Test
  void taintsAndUntaints() {
    StateRecord tainted =
        Marks.tainted(new Records(List.of(PET)), "random_id.pet").put().getFirst();
    assertThat(tainted.status()).isEqualTo(RecordStatus.TAINTED);
    Records records = new Records(List.of(tainted));
    assertThat(Marks.untainted(records, "random_id.pet").put().getFirst().status())
        .isEqualTo(RecordStatus.OK);
    assertThatThrownBy(() -> Marks.tainted(records, "random_id.pet")).isInstanceOf(Fault.class);
  }

  @Test
  void adoptsAnOrphanWhereNothingIsLost() {
    StateRecord orphan =
        record("random_id.lost#orphan/c1", "{'id':'o'}", "{}", RecordStatus.ORPHAN, 3);

    Edit edit = Marks.adopted(new Records(List.of(PET, orphan)), "random_id.lost#orphan/c1");

    assertThat(edit.put().getFirst().address()).isEqualTo(new Address("random_id.lost"));
    assertThat(edit.put().getFirst().status()).isEqualTo(RecordStatus.OK);
    assertThat(edit.remove()).containsExactly(orphan.address());
    StateRecord second =
        record("random_id.pet#orphan/c1", "{'id':'o'}", "{}", RecordStatus.ORPHAN, 3);
    assertThatThrownBy(
            () -> Marks.adopted(new Records(List.of(PET, second)), second.address().text()))
        .hasMessageContaining("already");
  }

  @Test
  void replacesOnlyWhatDiffersAndExpectsEverythingThatIsThere() {
    StateRecord older = record("random_id.pet", "{'id':'p'}", "{}", RecordStatus.OK, 3);
    StateRecord fresh = record("t_x.new", "{}", "{}", RecordStatus.OK, 2);

    Edit edit =
        Replacement.of(
            "push",
            new Records(List.of(PET, PAGE)),
            List.of(older, fresh),
            (io.sluice.model.message.Order.Whole) null);

    assertThat(edit.put()).extracting(StateRecord::address).containsExactly(fresh.address());
    assertThat(edit.remove()).containsExactly(PAGE.address());
    assertThat(edit.expected())
        .isEqualTo(Map.of(PET.address(), 7L, PAGE.address(), 7L, fresh.address(), 0L));
    assertThat(edit.whole()).isNotNull();
  }

  @Test
  void undoesWhatARunWroteUnlessSomeoneWroteSince() {
    StateRecord before = record("random_id.pet", "{'id':'old'}", "{}", RecordStatus.OK, 3);
    List<Changed> changes =
        List.of(
            new Changed(PET.address(), Optional.of(before), Optional.of(PET)),
            new Changed(PAGE.address(), Optional.empty(), Optional.of(PAGE)));

    Edit edit = Replacement.undone("r", new Records(List.of(PET, PAGE)), changes, false);

    assertThat(edit.put()).containsExactly(before);
    assertThat(edit.remove()).containsExactly(PAGE.address());
    StateRecord since = record("random_id.pet", "{'id':'x'}", "{}", RecordStatus.OK, 9);
    assertThatThrownBy(
            () -> Replacement.undone("r", new Records(List.of(since, PAGE)), changes, false))
        .hasMessageContaining("has been changed since");
  }

  @Test
  void findsWhatAPersonShouldLookAt() {
    Inspection inspection =
        Inspection.of(
            List.of(
                PET,
                record("random_id.twin", "{'id':'p'}", "{}"),
                record("t_x.a", "{}", "null", "t_x.gone"),
                record("t_x.b#orphan/1", "{}", "{}", RecordStatus.ORPHAN, 1),
                record("t_x.c", "{}", "{}", RecordStatus.TAINTED, 1)));

    assertThat(inspection.types()).isEqualTo(Map.of("random_id", 2, "t_x", 3));
    assertThat(inspection.orphans()).containsExactly("t_x.b#orphan/1");
    assertThat(inspection.unsettled()).containsExactly("t_x.c");
    assertThat(inspection.missing()).isEqualTo(Map.of("t_x.a", List.of("t_x.gone")));
    assertThat(inspection.duplicates()).containsExactly(List.of("random_id.pet", "random_id.twin"));
    assertThat(inspection.unsaid()).containsExactly("t_x.a");
    assertThat(inspection.isClean()).isFalse();
  }
}
