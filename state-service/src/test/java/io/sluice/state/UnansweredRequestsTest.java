package io.sluice.state;

import static io.sluice.state.Deployment.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.PlanRequest.PlanRun;
import io.sluice.transport.message.Messages;
import io.sluice.transport.topic.Topics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What happens to a request that a planner took, on a real broker. */
class UnansweredRequestsTest {
  private static final Map<String, String> OFTEN = Map.of("SLUICE_STATE_UNHEARD_MS", "300");

  @TempDir Path folder;
  private Deployment sluice;
  private String workspace;

  @BeforeEach
  void deploy() {
    sluice = new Deployment(UnansweredRequestsTest.class, folder);
    workspace = sluice.workspace(0);
  }

  @AfterEach
  void close() {
    sluice.close();
  }

  @Test
  void aRequestThatIsPassedInSilenceIsAskedAgainAndAnsweredOnce() throws Exception {
    sluice.start("a", OFTEN);
    sluice.send(workspace, Deployment.submitted("run1", workspace));
    until(() -> asked("run1").size() == 1);
    // Nobody has passed it: time alone asks nothing twice.
    Thread.sleep(1_500);
    assertThat(asked("run1")).hasSize(1);

    String group = Topics.requestsGroup(sluice.connection);
    try (Consumer<String, byte[]> planner = sluice.clients.groupConsumer(group)) {
      planner.subscribe(List.of(sluice.topics().planRequests()));
      until(
          () -> {
            planner.poll(Duration.ofMillis(200));
            planner.commitSync();
            return asked("run1").size() == 2;
          });
    }
    List<PlanRun> asked = asked("run1");
    assertThat(asked.getLast().round()).isGreaterThan(asked.getFirst().round());

    answer("run1", "first", asked.getLast().round());
    answer("run1", "again", asked.getLast().round());
    answer("run1", "late", asked.getFirst().round());
    until(() -> tasks().size() >= 1);
    sluice.snapshot(workspace, sluice.send(workspace, Deployment.edit("e1", workspace, "t.z", 1)));
    assertThat(tasks()).hasSize(1);
    assertThat(sluice.queries.run("run1").orElseThrow().at("/run/planId").asText())
        .isEqualTo("first");
  }

  @Test
  void anAnswerToARequestOfAnOwnerBeforeThisOneIsTaken() throws Exception {
    StateService first = sluice.start("a", OFTEN);
    sluice.send(workspace, Deployment.submitted("run2", workspace));
    until(() -> asked("run2").size() == 1);
    PlanRun asked = asked("run2").getFirst();
    first.close();
    sluice.start("b", OFTEN);
    until(() -> sluice.queries.snapshot(workspace, 0).epoch() > asked.epoch());

    answer("run2", "old", asked.round());

    until(() -> tasks().size() == 1);
    assertThat(asked("run2")).hasSize(1);
  }

  private void answer(String run, String plan, int round) throws Exception {
    sluice.send(
        workspace,
        new InboxMessage.PlanPart(run, plan, 0, List.of(Deployment.create("t.a", null)), Map.of()));
    sluice.send(
        workspace,
        InboxMessage.Planned.of(
            draft -> {
              draft.run = run;
              draft.planId = plan;
              draft.parts = 1;
              draft.nodes = 1;
              draft.hash = "hash";
              draft.round = round;
            }));
  }

  private List<PlanRun> asked(String run) {
    return sluice.read(sluice.topics().planRequests(), 0).stream()
        .filter(record -> !Messages.isMarker(record))
        .map(record -> decoded(record, PlanRun.class))
        .filter(request -> request.run().equals(run))
        .toList();
  }

  private List<ConsumerRecord<String, byte[]>> tasks() {
    return sluice.tasks("default").stream().filter(one -> !Messages.isMarker(one)).toList();
  }

  private static <T> T decoded(ConsumerRecord<String, byte[]> record, Class<T> type) {
    try {
      return Envelope.decode(record.value(), type);
    } catch (MalformedMessage | Envelope.Unknown e) {
      throw new AssertionError(e);
    }
  }
}
