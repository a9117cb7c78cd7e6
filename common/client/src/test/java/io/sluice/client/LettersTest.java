package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.LetterSettled;
import io.sluice.transport.client.GroupLag;
import io.sluice.transport.message.Headers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LettersTest {
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  private static DeadLetter letter(@Nullable Long length) {
    byte[] bytes = "hello".getBytes(StandardCharsets.UTF_8);
    return DeadLetter.of(
        draft -> {
          draft.topic = "sluice.inbox";
          draft.partition = 3;
          draft.offset = 17;
          draft.key = "shop";
          draft.value = bytes;
          draft.cause = "unknown type";
          draft.service = "state";
          draft.at = AT;
          draft.workspace = "shop";
          draft.length = length;
          draft.digest = length == null ? null : "abc";
        });
  }

  private static ConsumerRecord<String, byte[]> record(long offset, Object payload) {
    ConsumerRecord<String, byte[]> record =
        new ConsumerRecord<>("sluice.dlq", 0, offset, "shop", Envelope.encode(payload, AT));
    record.headers().add(Headers.RUN, "r1".getBytes(StandardCharsets.UTF_8));
    return record;
  }

  @Test
  void aLetterIsListedUntilItIsSettled() {
    Letters letters = new Letters();
    letters.take(record(0, letter(null)));
    letters.take(record(1, letter(900_000L)));
    letters.take(new ConsumerRecord<>("sluice.dlq", 0, 2, "x", new byte[] {1}));

    assertThat(letters.open()).extracting(Letters.Listed::id).containsExactly("0", "1");
    assertThat(letters.open()).extracting(Letters.Listed::bytes).containsExactly(5L, 900_000L);
    assertThat(letters.open().getFirst().letter().run()).as("from its headers").isEqualTo("r1");
    assertThat(letters.unreadable()).isOne();
    assertThat(letters.of("r1")).map(Letters.Listed::id).contains("0");
    assertThat(letters.of("r2")).isEmpty();

    ProducerRecord<String, byte[]> settled =
        Letters.settlement(record(0, letter(null)), LetterSettled.How.DROPPED, "me", AT);
    letters.take(new ConsumerRecord<>("sluice.dlq", 0, 3, settled.key(), settled.value()));
    assertThat(letters.open()).extracting(Letters.Listed::id).containsExactly("1");
  }

  @Test
  void onlyAWholeLetterIsReplayedAndAsItWas() {
    ConsumerRecord<String, byte[]> record = record(0, letter(null));
    ProducerRecord<String, byte[]> again = Letters.original(record, letter(null));
    assertThat(again.topic() + " " + again.partition()).isEqualTo("sluice.inbox 3");
    assertThat(again.value()).asString(StandardCharsets.UTF_8).isEqualTo("hello");
    assertThat(Headers.text(again.headers(), Headers.RUN)).isEqualTo("r1");
    assertThat(Letters.whyNot(record, letter(null))).isEmpty();

    assertThat(Letters.whyNot(record, letter(900_000L)))
        .hasValueSatisfying(why -> assertThat(why).contains("5 of 900000 bytes"));
    record.headers().add(Headers.PART, "0/3".getBytes(StandardCharsets.UTF_8));
    assertThat(Letters.whyNot(record, letter(null))).isPresent();
  }

  @Test
  void theEndOfATransactionIsNoBacklog() {
    TopicPartition first = new TopicPartition("t", 0);
    TopicPartition second = new TopicPartition("t", 1);
    assertThat(GroupLag.waiting(Map.of(first, 8L, second, 5L), Map.of(first, 7L, second, 1L)))
        .isEqualTo(3);
    assertThat(List.of(GroupLag.waiting(Map.of(first, 0L), Map.of()))).containsExactly(0L);
  }
}
