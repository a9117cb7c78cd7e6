package io.sluice.transport.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.model.json.Json;
import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.plan.RunKind;
import io.sluice.model.plan.RunOptions;
import io.sluice.transport.TestDeployment;
import io.sluice.transport.client.Clients;
import io.sluice.transport.client.CompactedReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MessagesTest {
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  private static Clients clients;
  private static Messages messages;

  @BeforeAll
  static void deploy() {
    clients = TestDeployment.withTopics(MessagesTest.class);
    messages = new Messages(clients.connection());
  }

  private static InboxMessage.Submitted submitted(String run, int bytes) {
    return submitted(run, Json.object().put("text", text(bytes)));
  }

  private static InboxMessage.Submitted submitted(String run, ObjectNode document) {
    return new InboxMessage.Submitted(
        run, "w", RunKind.APPLY, document, RunOptions.DEFAULT, null, "me");
  }

  private static String text(int bytes) {
    StringBuilder text = new StringBuilder(bytes);
    new Random(1).ints(bytes, 'a', 'z').forEach(c -> text.append((char) c));
    return text.toString();
  }

  @Test
  void cutsASubmissionThatIsTooLargeForOneRecordForOnePartition() {
    byte[] document = new byte[10 * 1024 * 1024];
    new Random(1).nextBytes(document);
    List<ProducerRecord<String, byte[]>> parts = messages.submission("r", "r", "w", document);
    assertThat(parts).hasSizeGreaterThan(10);
    assertThat(parts)
        .extracting(ProducerRecord::partition)
        .doesNotContainNull()
        .containsOnly(parts.getFirst().partition());
    PartJoiner joiner = new PartJoiner();
    List<PartJoiner.Whole> whole = new ArrayList<>();
    for (ProducerRecord<String, byte[]> part : parts) {
      assertThat(Headers.text(part.headers(), Headers.RUN)).isEqualTo("r");
      ConsumerRecord<String, byte[]> arrived =
          new ConsumerRecord<>(part.topic(), 0, whole.size(), part.key(), part.value());
      part.headers().forEach(arrived.headers()::add);
      joiner.offer(arrived).ifPresent(whole::add);
    }
    assertThat(whole).singleElement().extracting(PartJoiner.Whole::value).isEqualTo(document);
  }

  private static List<ConsumerRecord<String, byte[]>> read(String topic, int partition) {
    List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
    try (CompactedReader reader = new CompactedReader(clients)) {
      reader.read(new TopicPartition(topic, partition), 0, records::add);
    }
    return records;
  }

  @Test
  void aMessageOfManyPartsArrivesWhole() throws Exception {
    InboxMessage.Submitted large = submitted("run-large", 3_000_000);
    List<ProducerRecord<String, byte[]>> parts = messages.inbox("w", large, AT);
    assertThat(parts).hasSize(4);
    try (Producer<String, byte[]> producer = clients.producer()) {
      for (ProducerRecord<String, byte[]> part : parts) {
        producer.send(part).get();
      }
      producer.send(messages.inbox("w", submitted("run-small", 10), AT).getFirst()).get();
    }
    PartJoiner joiner = new PartJoiner();
    List<Object> payloads = new ArrayList<>();
    for (var record : read(messages.topics().inbox(), messages.partition("w"))) {
      joiner
          .offer(record)
          .map(whole -> Messages.decode(whole.value()))
          .ifPresent(d -> payloads.add(((Messages.Understood) d).envelope().payload()));
      assertThat(Messages.workspace(record)).isEqualTo("w");
    }
    assertThat(payloads).containsExactly(large, submitted("run-small", 10));
    assertThat(joiner.incomplete()).isZero();
  }

  @Test
  void refusesWhatIsTooLargeEvenInParts() {
    ObjectNode document = Json.object();
    String text = text(14_000_000);
    for (int i = 0; i < 5; i++) {
      document.put("text" + i, text);
    }
    assertThatThrownBy(() -> messages.inbox("w", submitted("r", document), AT))
        .isInstanceOf(Parts.TooLarge.class);
  }

  @Test
  void tellsMalformedFromNewer() {
    assertThat(Messages.decode("{oops".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Messages.Malformed.class);
    assertThat(Messages.decode(null)).isInstanceOf(Messages.Malformed.class);
    String unknown =
        "{\"v\":1,\"type\":\"Teleport\",\"at\":\"2026-01-01T00:00:00Z\",\"payload\":{}}";
    assertThat(Messages.decode(unknown.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Messages.Malformed.class);
    String newer = "{\"v\":2,\"type\":\"Result\",\"at\":\"2026-01-01T00:00:00Z\",\"payload\":{}}";
    assertThat(Messages.decode(newer.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOfSatisfying(
            Messages.Newer.class, n -> assertThat(n.cause()).contains("upgrade"));
  }

  @Test
  void parksABadRecordWithItsBytesAndTheCause() throws Exception {
    ConsumerRecord<String, byte[]> bad =
        new ConsumerRecord<>("some.topic", 3, 42L, "key", new byte[] {1, 2, (byte) 0xff});
    try (Producer<String, byte[]> producer = clients.producer()) {
      new DeadLetters(messages.topics(), "test").park(producer, bad, "not JSON", AT);
    }
    var parked = read(messages.topics().deadLetters(), 0);
    DeadLetter letter = Envelope.decode(parked.getLast().value(), DeadLetter.class);
    assertThat(letter.value()).isEqualTo(bad.value());
    assertThat(letter.cause()).isEqualTo("not JSON");
    assertThat(letter.offset()).isEqualTo(42L);
  }

  @Test
  void aSecondOwnerOfATransactionalIdFencesTheFirstAndItsOpenTransaction() throws Exception {
    String id = clients.connection().group("state-0");
    String topic = messages.topics().runs();
    try (Producer<String, byte[]> first = clients.transactionalProducer(id);
        Producer<String, byte[]> second = clients.transactionalProducer(id)) {
      first.initTransactions();
      first.beginTransaction();
      first.send(new ProducerRecord<>(topic, 0, "stale", new byte[1])).get();

      second.initTransactions();
      second.beginTransaction();
      second.send(new ProducerRecord<>(topic, 0, "fresh", new byte[1]));
      second.commitTransaction();

      assertThatThrownBy(
              () -> {
                try {
                  first.send(new ProducerRecord<>(topic, 0, "stale", new byte[1])).get();
                } catch (ExecutionException e) {
                  throw e.getCause();
                }
                first.commitTransaction();
              })
          .isInstanceOfAny(
              ProducerFencedException.class,
              org.apache.kafka.common.errors.InvalidProducerEpochException.class);
    }
    assertThat(read(topic, 0)).extracting(ConsumerRecord::key).containsExactly("fresh");
  }
}
