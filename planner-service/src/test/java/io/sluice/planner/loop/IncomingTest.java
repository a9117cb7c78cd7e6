package io.sluice.planner.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.transport.message.Headers;
import io.sluice.transport.message.PartJoiner.Whole;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class IncomingTest {
  private static final Instant NOW = Instant.parse("2026-11-19T00:00:00Z");
  private Instant now = NOW;
  private final Incoming incoming = new Incoming(() -> Duration.between(NOW, now).toNanos());
  private long offset;

  private ConsumerRecord<String, byte[]> part(String of, int i, int count, String text) {
    ConsumerRecord<String, byte[]> record =
        new ConsumerRecord<>("plans", 0, offset++, "w#part/" + i, bytes(text));
    record.headers().add(Headers.PART, bytes(i + "/" + count));
    record.headers().add(Headers.PART_OF, bytes(of));
    return record;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Optional<String> offer(ConsumerRecord<String, byte[]> record, Instant at) {
    Item fresh = new Item(new TopicPartition("plans", 0), "w");
    assertThat(incoming.of(record, fresh)).isNotNull();
    now = at;
    return incoming
        .offer(record)
        .map(Whole::value)
        .map(value -> new String(value, StandardCharsets.UTF_8));
  }

  private List<Incoming.Given> abandoned(Instant at) {
    now = at;
    return incoming.abandoned();
  }

  @Test
  void twoMessagesOfOneKeyDoNotDisturbEachOther() {
    assertThat(offer(part("A", 0, 2, "a0"), NOW)).isEmpty();
    assertThat(offer(part("B", 0, 2, "b0"), NOW)).isEmpty();

    assertThat(offer(part("A", 1, 2, "a1"), NOW)).contains("a0a1");
    assertThat(offer(part("B", 1, 2, "b1"), NOW)).contains("b0b1");
    assertThat(abandoned(NOW.plusSeconds(3_600))).isEmpty();
  }

  @Test
  void whatStaysIncompleteIsNotWaitedForWithoutEnd() {
    offer(part("A", 0, 2, "a0"), NOW);
    offer(part("B", 0, 2, "b0"), NOW.plusSeconds(200));

    assertThat(abandoned(NOW.plusSeconds(299))).isEmpty();
    assertThat(abandoned(NOW.plusSeconds(301))).hasSize(1);
    assertThat(abandoned(NOW.plusSeconds(501))).hasSize(1);
  }

  @Test
  void incompleteMessagesTakeNoMoreRoomThanTheyMay() {
    String large = "x".repeat(8 * 1024 * 1024);
    int given = 0;
    for (int i = 0; i < 40; i++) {
      offer(part("part " + i, 0, 2, large), NOW);
      given += abandoned(NOW).size();
    }

    assertThat(given).isEqualTo(24);
  }
}
