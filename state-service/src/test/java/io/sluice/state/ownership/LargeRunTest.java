package io.sluice.state.ownership;

import static io.sluice.state.ownership.TenureWorld.WORKSPACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.Machine;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.Change;
import io.sluice.machine.stored.InMemoryStateRecords;
import io.sluice.machine.task.MachineSettings;
import io.sluice.machine.transition.DecisionContext;
import io.sluice.machine.transition.Input;
import io.sluice.model.Action;
import io.sluice.model.json.Json;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.state.Deployment;
import io.sluice.state.store.LocalStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run of very many nodes writes goes in transactions of bounded size. */
class LargeRunTest {
  private static final int MANY = 100_000;
  private static final int MOST = 10_000;

  @TempDir Path folder;

  @Test
  void whatTheReadsOfALargeRunLeaveGoesInSlicesAndATakeoverInTheMiddleLosesNothing()
      throws Exception {
    try (TenureWorld world = new TenureWorld(folder, Map.of())) {
      String last = readAllButOne(world);
      List<Integer> sizes = new ArrayList<>();
      int[] before = {0};
      world.onCommit =
          () -> {
            sizes.add(world.written.size() - before[0]);
            before[0] = world.written.size();
          };
      world.takeOver();

      world.send(ok(last));
      while (sizes.size() < 12) {
        world.tenure.step();
      }
      assertThat(requests(world)).as("old records stand in the way of the next plan").isEmpty();
      world.tenure.close();
      world.takeOverAfresh();
      for (int i = 0; i < 200 && requests(world).isEmpty(); i++) {
        world.tenure.step();
      }

      assertThat(sizes).allSatisfy(size -> assertThat(size).isLessThan(MOST));
      assertThat(requests(world)).singleElement().matches(PlanRun::refreshed);
      assertThat(nodeRecords(world)).isZero();
      Node create = Deployment.create("t.n1", null);
      world.send(new InboxMessage.PlanPart("r", "q", 0, List.of(create), Map.of()));
      world.send(
          InboxMessage.Planned.of(
              draft -> {
                draft.run = "r";
                draft.planId = "q";
                draft.parts = 1;
                draft.nodes = 1;
                draft.hash = "h";
              }));
      world.tenure.step();
      world.send(ok("t.n1"));
      world.tenure.step();
      assertThat(world.committed(world.messages.topics().events(), Event.class))
          .extracting(Event::kind)
          .contains(EventKind.NODE_SUCCEEDED, EventKind.RUN_ENDED);
    }
  }

  private static List<PlanRun> requests(TenureWorld world) {
    return world.committed(world.messages.topics().planRequests(), PlanRun.class);
  }

  private static long nodeRecords(TenureWorld world) {
    String key = world.store.ceiling(LocalStore.Table.RUNS, WORKSPACE + "/r/");
    return key != null && key.startsWith(WORKSPACE + "/r/") && key.contains("#read") ? 1 : 0;
  }

  /** In the store, as an owner before has left it; answers which node is still out. */
  private static String readAllButOne(TenureWorld world) {
    WorkspaceState state = new WorkspaceState(WORKSPACE, new InMemoryStateRecords());
    Machine machine = new Machine(MachineSettings.DEFAULT);
    Map<String, Change> written = new LinkedHashMap<>();
    List<InboxMessage> messages = new ArrayList<>();
    messages.add(Deployment.submitted("r", WORKSPACE));
    for (int i = 0; i < 100; i++) {
      List<Node> nodes = new ArrayList<>();
      for (int n = 0; n < MANY / 100; n++) {
        nodes.add(read("t.n" + (i * (MANY / 100) + n)));
      }
      messages.add(new InboxMessage.PlanPart("r", "p", i, nodes, Map.of()));
    }
    messages.add(
        InboxMessage.Planned.of(
            draft -> {
              draft.run = "r";
              draft.planId = "p";
              draft.parts = 100;
              draft.nodes = MANY;
              draft.hash = "h";
              draft.refresh = true;
            }));
    long version = 0;
    for (InboxMessage message : messages) {
      DecisionContext context = new DecisionContext(Instant.now(), ++version, 1, 0);
      machine
          .advance(state, new Input.Received(message, context))
          .changes()
          .forEach(change -> written.put(change.key(WORKSPACE), change));
    }
    List<String> out = new ArrayList<>();
    state.forEachUnclaimed(each -> out.add(each.node()));
    String last = out.getFirst();
    for (int n = 0; n < MANY; n++) {
      String node = "t.n" + n + "#read";
      if (!node.equals(last)) {
        Change change = new Change.Node("r", node, succeeded());
        written.put(change.key(WORKSPACE), change);
      }
    }
    List<LocalStore.Write> writes = new ArrayList<>();
    written.forEach(
        (key, change) ->
            writes.add(
                new LocalStore.Write(
                    LocalStore.Table.RUNS,
                    key,
                    change.value() == null
                        ? null
                        : Envelope.encode(change.value(), Instant.now()))));
    world.store.apply(writes, world.store.positions());
    return last;
  }

  private static NodeRecord succeeded() {
    return NodeRecord.of(
        draft -> {
          draft.status = NodeStatus.SUCCEEDED;
          draft.attempt = 1;
          draft.claimId = "claim";
        });
  }

  private static Node read(String address) {
    Node create = Deployment.create(address, null);
    return Node.of(
        draft -> {
          draft.id = address + "#read";
          draft.address = create.address();
          draft.action = Action.READ;
          draft.type = "t";
          draft.config = Json.object();
          draft.repeat = create.repeat();
          draft.timeouts = null;
          draft.schemaVersion = 1;
        });
  }

  private static InboxMessage.Result ok(String node) {
    return Deployment.made("r", node, 1, "claim-" + node);
  }
}
