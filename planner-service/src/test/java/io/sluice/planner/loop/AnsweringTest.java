package io.sluice.planner.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.Connection;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.Messages;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class AnsweringTest {
  private final Messages messages = new Messages(Connection.embedded("127.0.0.1:1", "127.0.0.1:2"));
  private final Work work =
      new Work() {
        @Override
        public Outcome answer(Arrived arrived) {
          throw new IllegalStateException("it was never whole");
        }

        @Override
        public List<ProducerRecord<String, byte[]>> refusal(Arrived arrived, String why) {
          String run = Messages.run(arrived.record());
          return List.of(new ProducerRecord<>("events", run, why.getBytes(StandardCharsets.UTF_8)));
        }
      };

  @Test
  void whoSentPartsOfAMessageIsToldThatTheOthersNeverCame() {
    Answering answering = new Answering(work, new DeadLetters(messages.topics(), "planner"));
    Item item = new Item(new TopicPartition("plans", 0), "w");
    ConsumerRecord<String, byte[]> first =
        new ConsumerRecord<>("plans", 0, 7, "w#part/0", new byte[0]);
    first.headers().add(Headers.RUN, "r1".getBytes(StandardCharsets.UTF_8));

    answering.abandon(new Incoming.Given(item, first));

    List<ProducerRecord<String, byte[]>> sent = item.outcome().resultNow();
    assertThat(sent)
        .extracting(ProducerRecord::topic)
        .containsExactly("events", messages.topics().deadLetters());
    assertThat(sent.getFirst().key()).isEqualTo("r1");
    assertThat(new String(sent.getFirst().value(), StandardCharsets.UTF_8))
        .contains("never arrived");
    assertThat(Headers.text(sent.getLast().headers(), Headers.RUN)).isEqualTo("r1");
  }
}
