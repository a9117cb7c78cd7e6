package io.sluice.state.ownership;

import static io.sluice.state.ownership.TenureWorld.WORKSPACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.machine.transition.Input;
import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage;
import io.sluice.state.Deployment;
import io.sluice.transport.message.Headers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A command that waits for a run learns that its submission became a letter. */
class UnreadSubmissionTest {
  @TempDir Path folder;
  private TenureWorld world;

  @BeforeEach
  void begin() throws Exception {
    world = new TenureWorld(folder, Map.of("SLUICE_STATE_BATCH", "50"));
  }

  @AfterEach
  void end() {
    world.close();
  }

  private ProducerRecord<String, byte[]> inbox(String run, String text) {
    return world.messages.keyed(
        world.messages.topics().inbox(),
        WORKSPACE,
        WORKSPACE,
        run,
        text.getBytes(StandardCharsets.UTF_8));
  }

  private List<Event> refusals() {
    return world.committed(world.messages.topics().events(), Event.class).stream()
        .filter(event -> event.kind() == EventKind.REFUSED)
        .toList();
  }

  private List<DeadLetter> letters() {
    return world.committed(world.messages.topics().deadLetters(), DeadLetter.class);
  }

  @Test
  void whatCannotBeReadIsRefusedByItsRun() {
    world.takeOver();
    world.append(inbox("r1", "{\"v\":1,\"type\":\"Submitted\",\"at\":\"2026-01-01"));
    world.tenure.step();

    assertThat(letters()).singleElement().extracting(DeadLetter::run).isEqualTo("r1");
    assertThat(refusals()).singleElement().extracting(Event::run).isEqualTo("r1");
    assertThat(refusals().getFirst().text()).contains("The submission cannot be read");
  }

  @Test
  void whatAWorkerSaysOfAForgottenRunRefusesNothing() {
    world.takeOver();
    ProducerRecord<String, byte[]> result = inbox("gone", "{");
    for (String header : List.of(Headers.NODE, Headers.CLAIM)) {
      result.headers().add(header, "x".getBytes(StandardCharsets.UTF_8));
    }
    result.headers().add(Headers.ATTEMPT, "1".getBytes(StandardCharsets.UTF_8));
    world.append(result);
    world.tenure.step();

    assertThat(letters()).hasSize(1);
    assertThat(refusals()).isEmpty();
  }

  @Test
  void whatCannotBeDecidedIsRefusedByItsRun() {
    Decider real = world.machine;
    world.machine =
        (state, input) -> {
          if (input instanceof Input.Received received
              && received.message() instanceof InboxMessage.Submitted) {
            throw new StackOverflowError();
          }
          return real.advance(state, input);
        };
    world.takeOver();
    world.send(Deployment.submitted("bad", WORKSPACE));
    world.tenure.step();

    assertThat(refusals()).singleElement().extracting(Event::run).isEqualTo("bad");
  }
}
