package io.sluice.planner.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.planner.loop.Backlog.Ready;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private static final TopicPartition PARTITION = new TopicPartition("requests", 3);
  private final Backlog backlog = new Backlog();

  private Item item(String lane, long offset) {
    Item item = new Item(PARTITION, lane);
    backlog.add(PARTITION, offset, item);
    item.whole(
        new Arrived(new ConsumerRecord<>("requests", 3, offset, lane, new byte[10]), new byte[10]));
    return item;
  }

  private static void answer(Item item, String text) {
    item.outcome().complete(List.of(new ProducerRecord<>("inbox", text, new byte[10])));
  }

  private static List<String> sent(Ready ready) {
    return ready.items().stream()
        .flatMap(item -> item.outcome().resultNow().stream())
        .map(ProducerRecord::key)
        .toList();
  }

  private Ready leave() {
    Ready ready = backlog.ready(Integer.MAX_VALUE);
    backlog.sent(ready);
    return ready;
  }

  @Test
  void noRunWaitsForTheSlowPlanOfAnother() {
    Item slow = item("large", 10);
    answer(item("small", 12), "small answer");
    item("large", 14);

    Ready ready = leave();

    assertThat(sent(ready)).containsExactly("small answer");
    assertThat(ready.offsets().get(PARTITION).offset()).isEqualTo(10);
    answer(slow, "large answer");
    Ready later = leave();
    assertThat(sent(later)).containsExactly("large answer");
    assertThat(later.offsets().get(PARTITION)).isEqualTo(new OffsetAndMetadata(14, ""));
  }

  @Test
  void answersOfOneLaneKeepTheirOrder() {
    Item first = item("w", 1);
    Item second = item("w", 2);
    answer(second, "second");

    assertThat(sent(leave())).isEmpty();
    answer(first, "first");
    assertThat(sent(leave())).containsExactly("first", "second");
  }

  @Test
  void theNextPlannerKnowsWhatIsAlreadyAnswered() {
    item("a", 10);
    answer(item("b", 11), "b");
    item("c", 12);
    answer(item("d", 13), "d");
    OffsetAndMetadata committed = leave().offsets().get(PARTITION);

    Backlog next = new Backlog();
    next.begin(PARTITION, committed, 0);

    assertThat(committed.offset()).isEqualTo(10);
    assertThat(
            List.of(10L, 11L, 12L, 13L, 14L).stream()
                .filter(offset -> next.isAnswered(PARTITION, offset)))
        .containsExactly(11L, 13L);
  }

  @Test
  void theWholeOfSeveralPartsIsAnsweredOrNothingOfIt() {
    Item parts = new Item(PARTITION, "w");
    backlog.add(PARTITION, 20, parts);
    answer(item("other", 21), "other");

    OffsetAndMetadata first = leave().offsets().get(PARTITION);
    backlog.add(PARTITION, 22, parts);
    parts.whole(
        new Arrived(new ConsumerRecord<>("requests", 3, 22, "w", new byte[1]), new byte[1]));
    answer(parts, "parts");
    OffsetAndMetadata second = leave().offsets().get(PARTITION);

    assertThat(first.offset()).isEqualTo(20);
    assertThat(second.offset()).isEqualTo(23);
  }

  @Test
  void readsNoFurtherThanIsWorkedOn() {
    for (int i = 0; i < 199; i++) {
      item("w" + i, i);
    }
    assertThat(backlog.isFull(PARTITION)).isFalse();
    item("last", 199);

    assertThat(backlog.isFull(PARTITION)).isTrue();
  }

  @Test
  void countsThoseWhoTookAPartitionUpUntilWhatComesFirstIsAnswered() {
    OffsetAndMetadata at = new OffsetAndMetadata(8, "");
    for (int process = 1; process <= 3; process++) {
      Backlog next = new Backlog();
      at = next.begin(PARTITION, at, 0);
      assertThat(next.laps(PARTITION)).isEqualTo(process);
      assertThat(new Backlog().begin(PARTITION, at, process)).as("the same process").isEqualTo(at);
    }
    backlog.begin(PARTITION, at, 0);
    Item deadly = item("w", 10);
    Item other = item("x", 11);
    answer(other, "other");
    OffsetAndMetadata left = leave().offsets().get(PARTITION);
    assertThat(left.offset()).isEqualTo(10);
    assertThat(backlog.isFirst(deadly)).isTrue();
    Backlog next = new Backlog();
    next.begin(PARTITION, left, 0);
    assertThat(next.laps(PARTITION)).isEqualTo(5);
    assertThat(next.isAnswered(PARTITION, 11)).isTrue();

    answer(deadly, "refused");
    leave();
    assertThat(backlog.laps(PARTITION)).isZero();
  }

  @Test
  void nobodyEndedOverAnEndOfMarkersAlone() {
    OffsetAndMetadata at = new OffsetAndMetadata(0, "");
    for (int process = 1; process <= 4; process++) {
      at = new Backlog().begin(PARTITION, at, 0);
    }
    backlog.begin(PARTITION, at, 0);

    OffsetAndMetadata past = backlog.pastNothing(PARTITION, 2).orElseThrow();

    assertThat(past).isEqualTo(new OffsetAndMetadata(2));
    assertThat(backlog.laps(PARTITION)).isZero();
    item("w", 2);
    assertThat(backlog.pastNothing(PARTITION, 3)).isEmpty();
  }

  @Test
  void whatIsReadKeepsTheCountOfThoseWhoEndedOverIt() {
    OffsetAndMetadata at = new OffsetAndMetadata(0, "");
    at = new Backlog().begin(PARTITION, at, 0);
    backlog.begin(PARTITION, at, 0);
    item("w", 1);

    assertThat(backlog.pastNothing(PARTITION, 2)).isEmpty();
    assertThat(backlog.laps(PARTITION)).isEqualTo(2);
  }

  @Test
  void whoGivesAPartitionUpInGoodOrderDoesNotCount() {
    backlog.begin(PARTITION, new OffsetAndMetadata(8, ""), 0);
    item("w", 10);

    OffsetAndMetadata end = backlog.end(PARTITION).orElseThrow();

    Backlog next = new Backlog();
    next.begin(PARTITION, end, 0);
    assertThat(next.laps(PARTITION)).isEqualTo(1);
  }
}
