package io.sluice.planning.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.message.InboxMessage;
import io.sluice.model.plan.Node;
import io.sluice.model.record.RecordStatus;
import org.junit.jupiter.api.Test;

class DiffTest {
  private static final String CHAIN =
      """
        - {name: a, type: disk, config: {path: /a}}
        - {name: b, type: host, config: {input: "${a.id}"}}
        - {name: c, type: host, config: {input: "${b.output}"}, depends_on: [a]}
      """;

  private static Given chainWithState(String pathOfA) {
    return Given.resources(CHAIN)
        .record("disk.a", "{\"path\": \"" + pathOfA + "\"}", "")
        .record("host.b", "{\"input\": \"${a.id}\"}", "disk.a")
        .record("host.c", "{\"input\": \"${b.output}\"}", "disk.a host.b");
  }

  @Test
  void createsWhatStateDoesNotHave() {
    assertThat(Given.resources(CHAIN).drawn())
        .isEqualTo(
            """
            CREATE disk.a
            CREATE host.b after disk.a
            CREATE host.c after disk.a, host.b
            """);
    assertThat(Given.resources(CHAIN).plan().nodes())
        .extracting(Node::weight)
        .containsExactly(3, 2, 1);
  }

  @Test
  void doesNothingWhenStateIsAsDesired() {
    Plan plan = chainWithState("/a").plan();

    assertThat(plan.nodes()).isEmpty();
    assertThat(plan.unchanged()).isEqualTo(3);
  }

  @Test
  void countsNumbersByValueAndDefaultsAsGiven() {
    Given given =
        Given.resources("  - {name: a, type: disk, config: {path: /a, size: 1.0}}\n")
            .record("disk.a", "{\"size\": 1, \"path\": \"/a\", \"label\": null}", "");

    assertThat(given.plan().nodes()).isEmpty();
  }

  @Test
  void updatesWhatChangedAndWhatRefersToChangedValues() {
    Given given =
        Given.resources(
                """
                  - {name: a, type: disk, config: {path: /a, label: new}}
                  - {name: id, type: host, config: {input: "${a.id}"}}
                  - {name: label, type: host, config: {input: "${a.label}"}}
                  - {name: place, type: host, config: {input: "${a.path}"}}
                  - {name: serial, type: host, config: {input: "${a.serial}"}}
                """)
            .record("disk.a", "{\"path\": \"/a\", \"label\": \"old\"}", "")
            .record("host.id", "{\"input\": \"${a.id}\"}", "disk.a")
            .record("host.label", "{\"input\": \"${a.label}\"}", "disk.a")
            .record("host.place", "{\"input\": \"${a.path}\"}", "disk.a")
            .record("host.serial", "{\"input\": \"${a.serial}\"}", "disk.a");

    assertThat(given.drawn())
        .isEqualTo(
            """
            UPDATE disk.a
            UPDATE host.label after disk.a
            UPDATE host.serial after disk.a
            """);
  }

  @Test
  void replacesByTwoNodesAndUpdatesDependents() {
    assertThat(chainWithState("/old").drawn())
        .isEqualTo(
            """
            DELETE disk.a#delete
            CREATE disk.a after disk.a#delete
            UPDATE host.b after disk.a
            UPDATE host.c after disk.a, host.b
            """);
    assertThat(chainWithState("/old").plan().nodes().get(1).pairedWith())
        .isEqualTo("disk.a#delete");
  }

  @Test
  void createsFirstWhereThatIsAskedFor() {
    Given given =
        Given.resources(
                """
                  - {name: base, type: disk, config: {path: /new}}
                  - name: a
                    type: disk
                    config: {path: "${base.id}/a"}
                    lifecycle: {create_before_destroy: true}
                  - {name: b, type: host, config: {input: "${a.id}"}}
                """)
            .record("disk.base", "{\"path\": \"/old\"}", "")
            .record("disk.a", "{\"path\": \"${base.id}/a\"}", "disk.base")
            .record("host.b", "{\"input\": \"${a.id}\"}", "disk.a");

    assertThat(given.drawn())
        .isEqualTo(
            """
            CREATE disk.base
            CREATE disk.a after disk.base
            UPDATE host.b after disk.a
            DELETE disk.a#delete after disk.a, host.b
            DELETE disk.base#delete after disk.a, disk.a#delete, disk.base
            """);
    assertThat(given.plan().nodes()).filteredOn(Node::createBeforeDestroy).hasSize(4);
  }

  @Test
  void replacesAChainFromItsEnd() {
    Given given =
        Given.resources(
                """
                  - {name: a, type: disk, config: {path: /new}}
                  - {name: b, type: disk, config: {path: "${a.id}"}}
                """)
            .record("disk.a", "{\"path\": \"/old\"}", "")
            .record("disk.b", "{\"path\": \"${a.id}\"}", "disk.a");

    assertThat(given.drawn())
        .isEqualTo(
            """
            DELETE disk.b#delete
            DELETE disk.a#delete after disk.b#delete
            CREATE disk.a after disk.a#delete
            CREATE disk.b after disk.a, disk.b#delete
            """);
  }

  @Test
  void deletesInReverseOrderOfRecordedDependencies() {
    Given given =
        Given.nothing()
            .record("disk.a", "{}", "")
            .record("host.b", "{}", "disk.a")
            .record("host.c", "{}", "host.b disk.a");

    assertThat(given.drawn())
        .isEqualTo(
            """
            DELETE host.c
            DELETE host.b after host.c
            DELETE disk.a after host.b, host.c
            """);
  }

  @Test
  void deletesOnlyAfterWhatReferredToItHasLetGo() {
    Given given =
        Given.resources("  - {name: b, type: host, config: {input: free}}\n")
            .record("disk.a", "{\"path\": \"/a\"}", "")
            .record("host.b", "{\"input\": \"${a.id}\"}", "disk.a");

    assertThat(given.drawn())
        .isEqualTo(
            """
            UPDATE host.b
            DELETE disk.a after host.b
            """);
  }

  @Test
  void deletesWhatIsNotWantedWhateverItsKeyOrItsModuleIsCalled() {
    Given given =
        Given.resources("  - {name: a, type: disk, config: {path: /a}}\n")
            .record("disk.a", "{\"path\": \"/a\"}", "{}", "", RecordStatus.OK)
            .record("disk.x[\"a.data.b\"]", "{\"path\": \"/x\"}", "{}", "", RecordStatus.OK)
            .record("module.data.disk.y", "{\"path\": \"/y\"}", "{}", "", RecordStatus.OK);

    assertThat(given.drawn()).isEqualTo("DELETE disk.x[\"a.data.b\"]\nDELETE module.data.disk.y\n");
  }

  @Test
  void replacesTaintedOnesAndDeletesDeposedOnes() {
    Given given =
        Given.resources("  - {name: a, type: disk, config: {path: /a}}\n")
            .record("disk.a", "{\"path\": \"/a\"}", "{}", "", RecordStatus.TAINTED)
            .record("disk.a#deposed/9", "{\"path\": \"/x\"}", "{}", "", RecordStatus.DEPOSED)
            .record("disk.a#orphan/7", "{\"path\": \"/y\"}", "{}", "", RecordStatus.ORPHAN);

    assertThat(given.drawn())
        .isEqualTo(
            """
            DELETE disk.a#delete
            CREATE disk.a after disk.a#delete
            DELETE disk.a#deposed/9 after disk.a
            """);
  }

  @Test
  void leavesAloneWhatIsInDoubtAndWhatDependsOnIt() {
    Given given =
        Given.resources(CHAIN + "  - {name: free, type: host}\n")
            .record("disk.a", "{\"path\": \"/a\"}", "")
            .closed("host.b");

    Plan plan = given.plan();

    assertThat(plan.nodes()).extracting(Node::id).contains("host.b", "host.c", "host.free");
    assertThat(plan.held()).extracting(InboxMessage.Held::node).containsExactly("host.b", "host.c");
  }

  @Test
  void saysSinceWhenSomethingIsInDoubtAndHowToSettleIt() {
    Given given =
        Given.resources("  - {name: b, type: host, config: {name: b}}\n")
            .record("host.b", "{\"name\": \"b\"}", "{}", "", RecordStatus.IN_DOUBT)
            .closed("host.b");

    assertThat(given.plan().held())
        .singleElement()
        .satisfies(
            held ->
                assertThat(held.reason())
                    .contains(
                        "in doubt since run before",
                        "sluice runs resolve before 'host.b' --adopt ID, --retry or --abandon"));
  }

  @Test
  void refusesToMakeASecondObjectOfTheSameName() {
    String resource =
        """
          - name: a
            type: disk
            config: {path: /same}
            lifecycle: {create_before_destroy: true}
        """;
    Given tainted =
        Given.resources(resource)
            .record("disk.a", "{\"path\": \"/same\"}", "{}", "", RecordStatus.TAINTED);
    Given renamed = Given.resources(resource).record("disk.a", "{\"path\": \"/old\"}", "");

    assertThat(tainted.refused())
        .startsWith("Cannot create before destroying: disk.a must be replaced and keeps its name");
    assertThat(renamed.drawn()).isEqualTo("CREATE disk.a\nDELETE disk.a#delete after disk.a\n");
  }

  @Test
  void refusesToDestroyWhatIsProtected() {
    Given given =
        Given.resources(
                """
                  - name: a
                    type: disk
                    config: {path: /new}
                    lifecycle: {prevent_destroy: true}
                """)
            .record("disk.a", "{\"path\": \"/old\"}", "");

    assertThat(given.refused()).startsWith("Instance cannot be destroyed: disk.a has");
    assertThat(given.destroyed().refused()).startsWith("Instance cannot be destroyed: disk.a has");
  }

  @Test
  void keepsTheOldValueOfWhatIsIgnored() {
    Given given =
        Given.resources(
                """
                  - name: a
                    type: disk
                    config: {path: /new, label: new}
                    lifecycle: {ignore_changes: [path]}
                """)
            .record("disk.a", "{\"path\": \"/old\", \"label\": \"old\"}", "");

    assertThat(given.drawn()).isEqualTo("UPDATE disk.a\n");
    assertThat(given.plan().nodes().getFirst().config())
        .hasToString("{\"path\":\"/old\",\"label\":\"new\"}");
  }

  @Test
  void plansTargetsAndWhatTheyNeed() {
    assertThat(Given.resources(CHAIN + "  - {name: free, type: host}\n").targets("b").drawn())
        .isEqualTo(
            """
            CREATE disk.a
            CREATE host.b after disk.a
            """);
    assertThat(Given.resources(CHAIN).targets("nobody").refused()).startsWith("Target not found");
    assertThat(Given.resources(CHAIN).targets("disc.a").refused())
        .contains("matches nothing that is declared or in state", "Did you mean disk.a?");
  }

  @Test
  void destroysEverythingDependentsFirst() {
    assertThat(chainWithState("/a").destroyed().drawn())
        .isEqualTo(
            """
            DELETE host.c
            DELETE host.b after host.c
            DELETE disk.a after host.b, host.c
            """);
  }

  @Test
  void passesOrderThroughWhatHasNothingToDo() {
    Given given =
        Given.resources(
                """
                  - {name: a, type: disk, config: {path: /a, label: new}}
                  - {name: b, type: host, depends_on: [a]}
                  - {name: c, type: host, config: {input: new}, depends_on: [b]}
                """)
            .record("disk.a", "{\"path\": \"/a\"}", "")
            .record("host.b", "{}", "disk.a")
            .record("host.c", "{\"input\": \"old\"}", "host.b");

    assertThat(given.drawn())
        .isEqualTo(
            """
            UPDATE disk.a
            NOOP host.b after disk.a
            UPDATE host.c after host.b
            """);
  }

  @Test
  void waitsForTheCountOrTakesItFromState() {
    String resources =
        """
          - {name: n, type: host, config: {input: 2}}
          - {name: web, type: host, count: "${n.output}", config: {input: "${count.index}"}}
          - {name: last, type: host, config: {input: "${web[0].id}"}}
        """;

    assertThat(Given.resources(resources).drawn())
        .isEqualTo(
            """
            CREATE host.n
            EXPAND host.web[*] after host.n
            CREATE host.last after host.web[*]
            """);

    Given applied =
        Given.resources(resources)
            .record("host.n", "{\"input\": 2}", "{\"output\": 2}", "", RecordStatus.OK)
            .record("host.web[0]", "{\"input\": 0}", "host.n")
            .record("host.web[2]", "{\"input\": 2}", "host.n")
            .record("host.last", "{\"input\": \"${web[0].id}\"}", "host.web[*]");
    assertThat(applied.drawn())
        .isEqualTo(
            """
            CREATE host.web[1]
            NOOP host.last after host.web[1]
            DELETE host.web[2] after host.last
            """);
  }

  @Test
  void ordersTheNewDependenciesOfAnUnchangedResource() {
    Given given =
        Given.resources(
                """
                  - {name: a, type: host}
                  - {name: b, type: host, depends_on: [a]}
                """)
            .record("host.a", "{}", "host.b")
            .record("host.b", "{}", "");

    assertThat(given.drawn())
        .isEqualTo(
            """
            UPDATE host.a
            UPDATE host.b after host.a
            """);
  }

  @Test
  void comparesWhatAnOlderVersionOfTheTypeWrote() {
    Given same =
        Given.resources("  - {name: a, type: shelf, config: {title: t}}\n")
            .record("shelf.a", "{\"name\": \"t\"}", "");
    Given other =
        Given.resources("  - {name: a, type: shelf, config: {title: t}}\n")
            .record("shelf.a", "{\"name\": \"s\"}", "");

    assertThat(same.plan().nodes()).isEmpty();
    assertThat(other.drawn()).isEqualTo("UPDATE shelf.a\n");
  }

  @Test
  void comparesWhatCameFromElsewhereWithItsAttributes() {
    String resources =
        """
          - {name: a, type: disk, config: {path: /a}}
          - {name: b, type: host, config: {input: "${a.id}"}}
        """;
    Given same =
        Given.resources(resources)
            .record("disk.a", "null", "{\"id\": \"7\", \"path\": \"/a\"}", "", RecordStatus.OK)
            .record("host.b", "null", "{\"input\": \"7\"}", "", RecordStatus.OK);
    Given other =
        Given.resources(resources)
            .record("disk.a", "null", "{\"id\": \"7\", \"path\": \"/a\"}", "", RecordStatus.OK)
            .record("host.b", "null", "{\"input\": \"8\"}", "", RecordStatus.OK);

    assertThat(same.plan().nodes()).isEmpty();
    assertThat(same.plan().unchanged()).isEqualTo(2);
    assertThat(other.drawn()).isEqualTo("UPDATE host.b\n");
  }

  @Test
  void deletesWhatCameFromElsewhereAndIsNotWanted() {
    Given given =
        Given.nothing().record("disk.a", "null", "{\"path\": \"/a\"}", "", RecordStatus.OK);

    assertThat(given.drawn()).isEqualTo("DELETE disk.a\n");
  }
}
