package io.sluice.planning.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.Action;
import io.sluice.model.json.Json;
import io.sluice.model.plan.Node;
import io.sluice.model.record.RecordStatus;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class DiffProperties {
  @Property(tries = 300)
  void theSameInputGivesTheSameBytesWhateverTheOrderOfRecords(@ForAll Random random) {
    Given given = random(random);

    Plan first = given.plan();
    Collections.shuffle(given.records, random);
    Plan second = given.plan();

    assertThat(second.hash()).isEqualTo(first.hash());
    assertThat(Json.encode(second)).isEqualTo(Json.encode(first));
  }

  @Property(tries = 300)
  void everyNodeComesAfterThoseThatItWaitsFor(@ForAll Random random) {
    Plan plan = random(random).plan();

    Set<String> before = new HashSet<>();
    for (Node node : plan.nodes()) {
      assertThat(before).containsAll(node.after());
      assertThat(before.add(node.id())).isTrue();
      if (node.pairedWith() != null) {
        assertThat(plan.nodes()).extracting(Node::id).contains(node.pairedWith());
      }
    }
  }

  @Property(tries = 300)
  void nothingIsDeletedBeforeWhatRecordedADependencyOnIt(@ForAll Random random) {
    Given given = random(random);
    Plan plan = given.plan();

    List<String> ids = plan.nodes().stream().map(Node::id).toList();
    for (Node node : plan.nodes()) {
      if (node.action() == Action.DELETE) {
        given.records.stream()
            .filter(record -> record.dependencies().contains(node.address()))
            .forEach(
                dependent -> {
                  String id = dependent.address().text();
                  int old = ids.indexOf(id + "#delete");
                  int gone = deleted(plan, id) ? ids.indexOf(id) : old;
                  assertThat(gone).isLessThan(ids.indexOf(node.id()));
                });
      }
    }
  }

  private static boolean deleted(Plan plan, String id) {
    return plan.nodes().stream()
        .anyMatch(node -> node.id().equals(id) && node.action() == Action.DELETE);
  }

  private static Given random(Random random) {
    int size = 1 + random.nextInt(12);
    StringBuilder resources = new StringBuilder();
    List<String[]> records = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      StringBuilder path = new StringBuilder("/" + i);
      StringBuilder dependencies = new StringBuilder();
      for (int j = 0; j < i; j++) {
        if (random.nextInt(3) == 0) {
          path.append("-${r").append(j).append(random.nextBoolean() ? ".id}" : ".serial}");
          dependencies.append("disk.r").append(j).append(' ');
        }
      }
      if (random.nextInt(4) != 0) {
        resources.append("  - {name: r").append(i).append(", type: disk, config: {path: \"");
        resources.append(path).append("\"}, lifecycle: {create_before_destroy: ");
        resources.append(random.nextInt(3) == 0).append("}}\n");
      }
      if (random.nextInt(3) != 0) {
        // One that is replaced under its own name is refused where it is to be made first.
        boolean tainted = random.nextInt(8) == 0;
        String desired =
            "{\"path\": \"" + (!tainted && random.nextBoolean() ? path : "/old") + "\"}";
        records.add(
            new String[] {
              "disk.r" + i, desired, dependencies.toString().strip(), tainted ? "TAINTED" : "OK"
            });
      }
    }
    Given given = Given.resources(withoutDangling(resources.toString()));
    records.forEach(
        record ->
            given.record(record[0], record[1], "{}", record[2], RecordStatus.valueOf(record[3])));
    return given;
  }

  /** References to resources that are not in the document become text. */
  private static String withoutDangling(String resources) {
    String text = resources;
    for (int i = 0; i < 12; i++) {
      if (!text.contains("name: r" + i + ",")) {
        text = text.replace("${r" + i + ".", "$${r" + i + ".");
      }
    }
    return text;
  }
}
