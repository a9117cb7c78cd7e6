package io.sluice.state.ownership;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.message.Parts;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class InboxTest {
  private final Inbox inbox = new Inbox(10);

  private static ConsumerRecord<String, byte[]> at(
      long offset, ProducerRecord<String, byte[]> sent) {
    ConsumerRecord<String, byte[]> record =
        new ConsumerRecord<>("inbox", 0, offset, sent.key(), sent.value());
    sent.headers().forEach(record.headers()::add);
    return record;
  }

  private static List<ProducerRecord<String, byte[]>> parts(String key, int bytes) {
    return Parts.split(new ProducerRecord<>("inbox", 0, key, new byte[bytes]));
  }

  @Test
  void aWholeRecordIsReadyAtOnce() {
    var ready = inbox.offer(at(10, parts("w", 3).getFirst()));
    assertThat(ready).hasSize(1);
    assertThat(inbox.applied()).isEqualTo(11);
  }

  @Test
  void whatFollowsAnIncompleteMessageWaitsAndComesAfterItsTurn() {
    var large = parts("w", 1_000_000);
    assertThat(inbox.offer(at(10, large.get(0)))).isEmpty();
    assertThat(inbox.offer(at(11, parts("w", 3).getFirst()))).isEmpty();
    assertThat(inbox.applied()).isEqualTo(10);

    var ready = inbox.offer(at(12, large.get(1)));

    assertThat(ready).extracting(message -> message.record().offset()).containsExactly(11L, 12L);
    assertThat(ready.getLast().whole().value()).hasSize(1_000_000);
    assertThat(inbox.applied()).isEqualTo(13);
  }
}
