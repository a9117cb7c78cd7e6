package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.delete;
import static io.sluice.machine.Given.events;
import static io.sluice.machine.Given.eventsOf;
import static io.sluice.machine.Given.node;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.tasks;
import static io.sluice.machine.Given.update;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Expanded;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.Order.Cancel;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.record.RunOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ExpandTest {
  private final Given given = new Given();

  private static Node placeholder(String... after) {
    return node("t.x[*]", Action.EXPAND, RepeatClass.PURE, after);
  }

  private static Expanded expanded(Node... nodes) {
    return new Expanded("r", "t.x[*]", "e", List.of(nodes), null);
  }

  @Test
  void asksThePlannerWhenItsDependenciesAreCommitted() {
    given.running("r", create("t.a"), placeholder("t.a"), create("t.z", "t.x[*]"));

    assertThat(given.shows(ok("r", "t.a", 1, "c", "i")))
        .containsExactly(
            "+ state t.a OK i",
            "+ node t.a SUCCEEDED@1 by c",
            "+ node t.x[*] DISPATCHED@1",
            "+ run r RUNNING claim=PLAN",
            "! NODE_SUCCEEDED t.a",
            "expand t.x[*] {}");
    assertThat(given.shows(expanded(create("t.x[0]"), create("t.x[1]"))))
        .containsExactly(
            "+ part !expanded/t.x[*]/0",
            "+ node t.x[*] EXPANDED@1 by e",
            "+ node t.x[0] DISPATCHED@1",
            "+ node t.x[1] DISPATCHED@1",
            "+ run r RUNNING claim=PLAN",
            "! NODE_EXPANDED t.x[*]",
            "task t.x[0]@1",
            "task t.x[1]@1");
    given.when(ok("r", "t.x[0]", 1, "c", "i0"));
    assertThat(sent(given.when(ok("r", "t.x[1]", 1, "d", "i1")))).containsExactly("t.z@1");
  }

  @Test
  void anExpansionIsAppliedOnce() {
    given.running("r", placeholder());
    given.when(expanded(create("t.x[0]")));

    assertThat(given.when(expanded(create("t.x[0]")))).isEqualTo(Transition.NONE);
  }

  @Test
  void expandedIntoNothingItIsDone() {
    given.running("r", placeholder(), create("t.z", "t.x[*]"));

    assertThat(sent(given.when(expanded()))).containsExactly("t.z@1");
  }

  @Test
  void whoRefersToTheBlockGetsTheInstancesThatThereAreNow() {
    given.existing("t.x[1]", "i1").existing("t.x[2]", "i2").existing("t.x[20]", "i20");
    Node all = ofBlock(update("t.z", RepeatClass.TOKEN, "z", "t.x[*]"));
    given.existing("t.z", "z");
    given.running("r", counted(placeholder()), all);

    given.when(expanded(create("t.x[0]"), delete("t.x[2]", "t.x[2]", "i2")));
    Transition made = given.when(ok("r", "t.x[0]", 1, "c", "i0"));

    assertThat(tasks(made).getFirst().values().get("t.x")).hasSize(2);
    assertThat(tasks(made).getFirst().values().get("t.x").findValuesAsText("id"))
        .containsExactly("i0", "i1");
  }

  @Test
  void whoRefersToAKeyedBlockGetsItByKeys() {
    given.existing("t.x[\"old\"]", "o").existing("t.x[\"left\"]", "l").existing("t.xx[0]", "n");
    given.running("r", placeholder(), ofBlock(create("t.z", "t.x[*]")));

    given.when(expanded(create("t.x[\"a.b[0]\"]"), delete("t.x[\"old\"]", "t.x[\"old\"]", "o")));
    Transition made = given.when(ok("r", "t.x[\"a.b[0]\"]", 1, "c", "i0"));

    JsonNode value = tasks(made).getFirst().values().get("t.x");
    assertThat(value.properties())
        .extracting(each -> each.getKey())
        .containsExactlyInAnyOrder("left", "a.b[0]");
    assertThat(value.at("/left/id").asText()).isEqualTo("l");
  }

  @Test
  void whoRefersToAnEmptyBlockGetsNothingOfItsKind() {
    given.running("r", counted(placeholder()), ofBlock(create("t.z", "t.x[*]")));

    assertThat(tasks(given.when(expanded())).getFirst().values().get("t.x"))
        .isEqualTo(Json.mapper().createArrayNode());
  }

  private static Node counted(Node node) {
    ((ObjectNode) node.config()).put("counted", true);
    return node;
  }

  private static Node ofBlock(Node node) {
    return Given.with(
        node, 0, null, List.of(new Reference("t.x", "t.x[*]", new Address("t.x[*]"), "")));
  }

  @Test
  void surplusInstancesGoAfterWhoDependsOnThemHasMoved() {
    given.existing("t.x[1]", "i1").existing("t.z", "z");
    given.running("r", placeholder(), update("t.z", RepeatClass.TOKEN, "z", "t.x[*]"));

    Transition expansion = given.when(expanded(create("t.x[0]"), delete("t.x[1]", "t.x[1]", "i1")));

    assertThat(sent(expansion)).containsExactly("t.x[0]@1");
    assertThat(sent(given.when(ok("r", "t.x[0]", 1, "c", "i0")))).containsExactly("t.z@1");
    assertThat(sent(given.when(ok("r", "t.z", 1, "d", "z")))).containsExactly("t.x[1]@1");
    given.when(ok("r", "t.x[1]", 1, "e", null));
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
    assertThat(given.record("t.x[1]")).isEmpty();
  }

  @Test
  void surplusOfOneBlockWaitsForTheSurplusOfTheBlockThatDependsOnIt() {
    given.existing("t.x[1]", "x1").existing("t.y[1]", "y1");
    given.running("r", placeholder(), node("t.y[*]", Action.EXPAND, RepeatClass.PURE, "t.x[*]"));

    Transition first = given.when(expanded(delete("t.x[1]", "t.x[1]", "x1")));
    assertThat(Shown.sent(first)).containsExactly("! NODE_EXPANDED t.x[*]", "expand t.y[*] {}");

    Expanded other =
        new Expanded("r", "t.y[*]", "e", List.of(delete("t.y[1]", "t.y[1]", "y1")), null);
    assertThat(sent(given.when(other))).containsExactly("t.y[1]@1");
    assertThat(sent(given.restarted().when(ok("r", "t.y[1]", 1, "c", null))))
        .as("restored, too")
        .containsExactly("t.x[1]@1");
    assertThat(sent(given.when(ok("r", "t.y[1]", 1, "c", null)))).containsExactly("t.x[1]@1");
  }

  @Test
  void aDeleteWaitsForTheSurplusToo() {
    given.existing("t.x[0]", "x0").existing("t.base", "b");
    given.running("r", placeholder(), delete("t.base", "t.base", "b", "t.x[*]"));

    assertThat(sent(given.when(expanded(delete("t.x[0]", "t.x[0]", "x0")))))
        .containsExactly("t.x[0]@1");
    assertThat(sent(given.when(ok("r", "t.x[0]", 1, "c", null)))).containsExactly("t.base@1");
  }

  @Test
  void aWrongValueFailsThatNodeAndWhatWaitsForIt() {
    given.running("r", placeholder(), create("t.z", "t.x[*]"), create("t.free"));
    TaskError error = TaskError.of(CoreCode.INVALID_EXPANSION, "count is -1");

    Transition failed = given.when(new Expanded("r", "t.x[*]", "e", List.of(), error));

    assertThat(Shown.sent(failed)).containsExactly("! NODE_FAILED t.x[*]", "! NODE_SKIPPED t.z");
    assertThat(eventsOf(failed).getFirst().text()).contains("count is -1");
  }

  @Test
  void staysWithinWhatTheRunHasClaimed() {
    given.running("r", placeholder());

    assertThat(events(given.when(expanded(create("t.other")))))
        .containsExactly(EventKind.NODE_FAILED, EventKind.RUN_ENDED);
  }

  @Test
  void aStoppedRunDoesNotExpand() {
    given.running("r", placeholder());
    given.when(new Cancel("r", false, "someone"));
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.CANCELLED);

    assertThat(given.when(expanded(create("t.x[0]"))))
        .as("nothing leaves with an expansion, so nobody waits for it")
        .isEqualTo(Transition.NONE);
  }

  @Test
  void becomesMoreThanOneRecordCanCarry() {
    given.existing("t.x[5000]", "gone");
    given.running("r", create("t.a"), placeholder("t.a"), create("t.z", "t.x[*]"));
    given.when(ok("r", "t.a", 1, "c", "i"));
    List<Node> nodes = new ArrayList<>();
    nodes.add(create("t.x[4999]", "t.x[0]"));
    for (int i = 0; i < 4_999; i++) {
      nodes.add(create("t.x[" + i + "]"));
    }
    nodes.add(delete("t.x[5000]", "t.x[5000]", "gone"));

    Transition first = given.when(expanded(nodes.toArray(new Node[0])));

    assertThat(parts(first)).hasSizeGreaterThan(1);
    assertThat(parts(first).stream().mapToInt(part -> part.nodes().size()).sum()).isEqualTo(5_001);
    Set<String> done = new TreeSet<>();
    Deque<String> out = new ArrayDeque<>(sent(first));
    while (!out.isEmpty()) {
      String node = out.removeFirst().replace("@1", "");
      assertThat(done.add(node)).as(node).isTrue();
      if (node.equals("t.x[4999]")) {
        assertThat(done).contains("t.x[0]");
      }
      if (node.equals("t.z")) {
        assertThat(done).hasSize(5_001).doesNotContain("t.x[5000]");
      }
      out.addAll(sent(given.when(ok("r", node, 1, "c-" + node, "i-" + node))));
    }
    assertThat(done).hasSize(5_002).contains("t.z", "t.x[5000]");
    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
  }

  @Test
  void standsAfterARestartAsItStoodInParts() {
    given.running("r", create("t.a"), placeholder("t.a"), create("t.z", "t.x[*]"));
    given.when(ok("r", "t.a", 1, "c", "i"));
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      nodes.add(create("t.x[" + i + "]"));
    }
    given.when(expanded(nodes.toArray(new Node[0])));

    Given restarted = given.restarted();

    assertThat(sent(restarted.when(ok("r", "t.x[0]", 1, "c-0", "i-0")))).hasSize(1);
  }

  private static List<PlanPart> parts(Transition transition) {
    return transition.changes().stream()
        .map(Change::value)
        .filter(PlanPart.class::isInstance)
        .map(PlanPart.class::cast)
        .toList();
  }
}
