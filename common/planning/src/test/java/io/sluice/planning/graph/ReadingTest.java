package io.sluice.planning.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.plan.RunKind;
import io.sluice.model.record.RecordStatus;
import org.junit.jupiter.api.Test;

class ReadingTest {
  private static final String DISK = "  - {name: a, type: disk, config: {path: /a}}\n";
  private static final String HOST = "  - {name: b, type: host}\n";

  private static Given both() {
    return Given.resources(DISK + HOST)
        .record("disk.a", "{\"path\": \"/a\"}", "")
        .record("host.b", "{}", "")
        .record("host.gone", "{}", "");
  }

  @Test
  void readsAllOfStateBeforeAPlanWithRefresh() {
    assertThat(both().refreshing().reads())
        .containsExactly("READ disk.a#read", "READ host.b#read", "READ host.gone#read");
  }

  @Test
  void readsNothingWithoutRefresh() {
    assertThat(both().reads()).isEmpty();
  }

  @Test
  void readsWhatWasTouchedFromOutsideInAnyCase() {
    assertThat(both().refreshDue("host.b").reads()).containsExactly("READ host.b#read");
  }

  @Test
  void readsOnlyWhatIsNamed() {
    assertThat(both().targets("b").refreshing().reads()).containsExactly("READ host.b#read");
  }

  @Test
  void readsNeitherWhatIsInDoubtNorWhatIsClosed() {
    Given given = both().record("host.d", "{}", "{}", "", RecordStatus.IN_DOUBT).closed("host.b");

    assertThat(given.kind(RunKind.DRIFT).reads())
        .containsExactly("READ disk.a#read", "READ host.gone#read");
  }

  @Test
  void repairsWhatWasChangedOutside() {
    assertThat(both().drifted("host.b", "size").drawn()).doesNotContain("host.b");
    assertThat(
            Given.resources("  - {name: b, type: host, config: {name: x}}\n")
                .record("host.b", "{\"name\": \"x\"}", "")
                .drifted("host.b", "name")
                .drawn())
        .isEqualTo("UPDATE host.b\n");
  }

  @Test
  void replacesWhereTheChangeOutsideForcesIt() {
    assertThat(
            Given.resources(DISK)
                .record("disk.a", "{\"path\": \"/a\"}", "")
                .drifted("disk.a", "path")
                .drawn())
        .isEqualTo("DELETE disk.a#delete\nCREATE disk.a after disk.a#delete\n");
  }

  @Test
  void importsWhatTheDocumentNames() {
    Given given = Given.resources("imports:\n  - {to: host.b, id: i-7}\n").kind(RunKind.IMPORT);

    assertThat(given.drawn()).isEqualTo("IMPORT host.b\n");
    assertThat(given.plan().nodes().getFirst().prior().id()).isEqualTo("i-7");
  }

  @Test
  void refusesToImportWhatIsManagedAlready() {
    Given given =
        Given.resources("imports:\n  - {to: host.b, id: i-7}\n")
            .record("host.b", "{}", "")
            .kind(RunKind.IMPORT);

    assertThat(given.refused()).startsWith("Resource already managed: host.b is already in state");
  }
}
