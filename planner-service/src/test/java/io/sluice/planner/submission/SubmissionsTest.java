package io.sluice.planner.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.Event;
import io.sluice.planner.loop.Arrived;
import io.sluice.planner.loop.Outcome;
import io.sluice.planner.request.KnownDocuments;
import io.sluice.planning.TestTypes;
import io.sluice.seal.Keyring;
import io.sluice.transport.Connection;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.Messages;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class SubmissionsTest {
  private final Messages messages = new Messages(Connection.embedded("127.0.0.1:1", "127.0.0.1:2"));
  private final Submissions desk =
      new Submissions(
          messages,
          new DeadLetters(messages.topics(), "planner"),
          TestTypes.REGISTRY,
          Keyring.of(new byte[32], "a test"),
          new KnownDocuments(),
          Clock.systemUTC());

  private List<ProducerRecord<String, byte[]>> answer(String run, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ConsumerRecord<String, byte[]> record =
        new ConsumerRecord<>(messages.topics().plans(), 0, 7, "w", bytes);
    record.headers().add(Headers.RUN, run.getBytes(StandardCharsets.UTF_8));
    return ((Outcome.Send) desk.answer(new Arrived(record, bytes))).records();
  }

  private List<ProducerRecord<String, byte[]>> answer(String header, String said, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ConsumerRecord<String, byte[]> record =
        new ConsumerRecord<>(messages.topics().plans(), 0, 7, "w", bytes);
    record.headers().add(header, said.getBytes(StandardCharsets.UTF_8));
    return ((Outcome.Send) desk.answer(new Arrived(record, bytes))).records();
  }

  private Event refusal(List<ProducerRecord<String, byte[]>> records) throws Exception {
    return events(records).stream().findFirst().orElseThrow();
  }

  private List<Event> events(List<ProducerRecord<String, byte[]>> records)
      throws MalformedMessage, Envelope.Unknown {
    List<Event> events = new java.util.ArrayList<>();
    for (ProducerRecord<String, byte[]> record : records) {
      if (record.topic().equals(messages.topics().events())) {
        events.add(Envelope.decode(record.value(), Event.class));
      }
    }
    return events;
  }

  @Test
  void millionsOfValuesAreRefusedBeforeATreeIsMadeOfThem() throws Exception {
    String many = "[" + "{},".repeat(2_200_000) + "{}]";
    String bundle = "{\"schema_version\":2,\"workspace\":\"w\",\"configuration\":{\"x\":" + many;

    List<ProducerRecord<String, byte[]>> records = answer("large", bundle + "}}");

    assertThat(refusal(records).run()).isEqualTo("large");
    assertThat(refusal(records).text()).contains("more than 1,000,000 values");
    assertThat(records)
        .extracting(ProducerRecord::topic)
        .contains(messages.topics().deadLetters())
        .doesNotContain(messages.topics().inbox());
  }

  @Test
  void aTextThatTheStateServiceCouldNotReadIsRefusedHere() throws Exception {
    String text = "x".repeat(17 * 1024 * 1024);
    for (String field : List.of("resources", "configuration")) {
      List<ProducerRecord<String, byte[]>> records =
          answer("long", "{\"workspace\":\"w\",\"" + field + "\":{\"a\":\"" + text + "\"}}");

      assertThat(refusal(records).run()).isEqualTo("long");
      assertThat(refusal(records).text()).contains("exceeds the maximum allowed (16777216)");
      assertThat(records)
          .extracting(ProducerRecord::topic)
          .doesNotContain(messages.topics().inbox());
    }
  }

  private static final String DISK =
      "{\"schema_version\":2,\"workspace\":\"w\",\"resources\":[{\"name\":\"a\",\"type\":\"disk\",\"config\":{\"path\":\"p\"}}]}";

  @Test
  void whatMovesACursorIsTakenOutOfASendersName() throws Exception {
    List<ProducerRecord<String, byte[]>> records =
        answer(Headers.BY, "\u001b[31m\u0007bad\r\nx", DISK);

    assertThat(records)
        .filteredOn(record -> record.value() != null)
        .extracting(record -> new String(record.value(), StandardCharsets.UTF_8))
        .noneMatch(text -> text.contains("\\u001b") && !text.contains("\\\\u001b"))
        .anyMatch(text -> text.contains("bad"));
  }

  @Test
  void aNegativeNumberOfPlacesIsRefused() throws Exception {
    assertThat(refusal(answer(Headers.OPTIONS, "{\"parallelism\":-5}", DISK)).text())
        .contains("parallelism must not be negative");
  }

  @Test
  void anIdThatIsNoneIsNotUsed() throws Exception {
    for (String id : List.of("a/b", "last", "now", "r".repeat(5_000))) {
      assertThat(refusal(answer(id, "{{{{")).run()).isEqualTo("plans-0-7");
    }
    assertThat(refusal(answer("run-1", "{{{{")).run()).isEqualTo("run-1");
  }
}
