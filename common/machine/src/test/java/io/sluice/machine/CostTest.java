package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Action;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.plan.Node;
import io.sluice.model.record.RunOutcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CostTest {
  private static final int MANY = 100_000;

  @Test
  void aPlanOfManyNodesComesInPartsAndAResultCostsTheSameAtTheStartAndAtTheEnd() {
    Given given = new Given();
    given.when(submitted("r"));
    int parts = 100;
    for (int i = 0; i < parts; i++) {
      List<Node> nodes = new ArrayList<>();
      for (int n = i * (MANY / parts); n < (i + 1) * (MANY / parts); n++) {
        nodes.add(n == 0 ? create("t.n0") : create("t.n" + n, "t.n" + (n < 1_000 ? 0 : n - 1_000)));
      }
      given.when(new PlanPart("r", "p", i, nodes, Map.of()));
    }
    given.written.clear();
    Transition planned =
        given.when(
            Planned.of(
                draft -> {
                  draft.run = "r";
                  draft.planId = "p";
                  draft.parts = parts;
                  draft.nodes = MANY;
                  draft.hash = "h";
                  draft.version = given.offset;
                }));
    Deque<String> out = new ArrayDeque<>(sent(planned));

    long early = 0;
    long late = 0;
    int most = 0;
    for (int done = 0; !out.isEmpty(); done++) {
      String task = out.poll();
      String node = task.substring(0, task.indexOf('@'));
      Input result = new Input.Received(ok("r", node, 1, "c" + done, "i" + done), given.context());
      long began = System.nanoTime();
      Transition transition = given.machine.advance(given.state, result);
      long took = System.nanoTime() - began;
      early += done >= 10_000 && done < 20_000 ? took : 0;
      late += done >= MANY - 10_500 && done < MANY - 500 ? took : 0;
      most = Math.max(most, done == 0 ? 0 : transition.changes().size());
      out.addAll(sent(transition));
    }

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
    assertThat(given.run("r").counts().succeeded()).isEqualTo(MANY);
    assertThat(most).as("changes that one result leads to").isLessThan(30);
    assertThat(late).as("ten thousand late results, in nanoseconds").isLessThan(5 * early);
  }

  @Test
  void whatAnEndedRunLeavesIsTakenAwayALittleAtATime() {
    Given given = new Given();
    Node[] nodes = new Node[5_000];
    Arrays.setAll(nodes, i -> create("t.n" + i));
    given.running("r", nodes);
    while (!given.run("r").ended()) {
      for (String node : outstanding(given)) {
        given.when(ok("r", node, 1, "c" + node, "i" + node));
      }
    }

    int sweeps = 0;
    while (given.state.nextDue().isPresent()) {
      assertThat(given.due().changes()).hasSizeLessThan(2_100);
      sweeps++;
    }

    assertThat(sweeps).isEqualTo(3);
    assertThat(RunDetails.of(given.state, "r", 10).orElseThrow().nodes()).isEmpty();
    assertThat(given.run("r").counts().succeeded()).as("the summary stays").isEqualTo(5_000);
  }

  @Test
  void whatAnEndedRunLeavesIsTakenAwayInTheOrderOfItsNodes() {
    Given given = new Given();
    Node[] nodes = new Node[2_500];
    Arrays.setAll(nodes, i -> create("t.n" + i));
    given.running("r", nodes);
    while (!given.run("r").ended()) {
      outstanding(given).forEach(node -> given.when(ok("r", node, 1, "c" + node, "i" + node)));
    }

    List<String> taken = new ArrayList<>();
    for (Change change : given.due().changes()) {
      if (change instanceof Change.Node node) {
        taken.add(node.node());
      }
    }

    assertThat(taken)
        .isEqualTo(Arrays.stream(nodes).map(Node::id).sorted().limit(taken.size()).toList())
        .hasSize(2_000);
  }

  @Test
  void recordsThatAreForgottenInALargePlanGoALittleAtATime() {
    Given given = new Given();
    Node[] nodes = new Node[5_000];
    Arrays.setAll(nodes, i -> Given.node("t.n" + i, Action.FORGET, RepeatClass.PURE));

    assertThat(given.running("r", nodes).changes()).hasSizeLessThan(2_100);
    while (given.state.nextDue().isPresent() && !given.run("r").ended()) {
      assertThat(given.due().changes()).hasSizeLessThan(2_100);
    }

    assertThat(given.run("r").outcome()).isEqualTo(RunOutcome.SUCCEEDED);
    assertThat(given.run("r").counts().succeeded()).isEqualTo(5_000);
  }

  private static List<String> outstanding(Given given) {
    List<String> nodes = new ArrayList<>();
    given.state.forEachUnclaimed(attempt -> nodes.add(attempt.node()));
    return nodes;
  }
}
