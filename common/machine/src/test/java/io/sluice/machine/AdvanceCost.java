package io.sluice.machine;

import static io.sluice.machine.Given.create;
import static io.sluice.machine.Given.ok;
import static io.sluice.machine.Given.sent;
import static io.sluice.machine.Given.submitted;

import com.sun.management.ThreadMXBean;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.plan.Node;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * {@code ./gradlew advanceCost}: what one result takes, in bytes and in time, alone and with twenty
 * other runs under way in the workspace.
 */
final class AdvanceCost {
  private static final int NODES = 50_000;
  private static final int FIRST = 5_000;
  private static final int ROUNDS = 7;

  private AdvanceCost() {}

  public static void main(String[] arguments) {
    for (int others : new int[] {0, 20}) {
      long bytes = Long.MAX_VALUE;
      long nanos = Long.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        long[] cost = cost(others);
        bytes = Math.min(bytes, cost[0]);
        nanos = Math.min(nanos, cost[1]);
      }
      System.out.printf(
          "a result beside %d runs: %,d bytes, %,d ns (best of %d)%n",
          others, bytes, nanos, ROUNDS);
    }
  }

  private static long[] cost(int others) {
    Given given = new Given();
    for (int i = 0; i < others; i++) {
      given.when(submitted("other" + i, "u.other" + i));
      given.planned("other" + i, create("u.other" + i));
    }
    given.when(submitted("r", "t"));
    List<Node> nodes = new ArrayList<>();
    for (int n = 0; n < NODES; n++) {
      nodes.add(n == 0 ? create("t.n0") : create("t.n" + n, "t.n" + (n < 1_000 ? 0 : n - 1_000)));
    }
    given.when(new PlanPart("r", "p", 0, nodes, Map.of()));
    Transition planned =
        given.when(
            Planned.of(
                draft -> {
                  draft.run = "r";
                  draft.planId = "p";
                  draft.parts = 1;
                  draft.nodes = NODES;
                  draft.hash = "h";
                  draft.version = given.offset;
                }));
    Deque<String> out = new ArrayDeque<>(sent(planned));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = 0;
    long[] nanos = new long[NODES - 2 * FIRST];
    for (int done = 0; done < NODES - FIRST; done++) {
      String task = out.remove();
      String node = task.substring(0, task.indexOf('@'));
      Input result = new Input.Received(ok("r", node, 1, "c" + done, "i" + done), given.context());
      long before = threads.getCurrentThreadAllocatedBytes();
      long began = System.nanoTime();
      Transition transition = given.machine.advance(given.state, result);
      if (done >= FIRST) {
        nanos[done - FIRST] = System.nanoTime() - began;
        bytes += threads.getCurrentThreadAllocatedBytes() - before;
      }
      out.addAll(sent(transition));
    }
    Arrays.sort(nanos);
    return new long[] {bytes / nanos.length, nanos[nanos.length / 2]};
  }
}
