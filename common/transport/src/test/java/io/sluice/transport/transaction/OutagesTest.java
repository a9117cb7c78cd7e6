package io.sluice.transport.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class OutagesTest {
  private static final TopicPartition FIRST = new TopicPartition("runs", 0);
  private static final TopicPartition SECOND = new TopicPartition("runs", 1);

  /** Shortly before it overflows: only differences count. */
  private long now = Long.MAX_VALUE - Duration.ofSeconds(30).toNanos();

  private final Outages outages = new Outages(() -> now);

  private void pass(int seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
  }

  @Test
  void leadersThatStayAreNoReturnHoweverLongTheyAreSilent() {
    long tookOver = now;
    outages.heard(Map.of(FIRST, 3, SECOND, 0));
    pass(60);
    outages.heard(Map.of());
    outages.heard(Map.of(FIRST, 3));
    assertThat(outages.mayBeLeft(tookOver)).isFalse();
  }

  @Test
  void whoTookOverBeforeAReturnLooksOnce() {
    long tookOver = now;
    outages.heard(Map.of(FIRST, 0, SECOND, 0));
    pass(20);
    outages.heard(Map.of(SECOND, 2));
    assertThat(outages.mayBeLeft(tookOver)).isTrue();
    pass(1);
    long again = now;
    pass(60);
    outages.heard(Map.of(FIRST, 0, SECOND, 2));
    assertThat(outages.mayBeLeft(again)).isFalse();
  }

  @Test
  void whoHasJustTakenOverLooksLater() {
    outages.heard(Map.of(FIRST, 0));
    long tookOver = now;
    pass(1);
    outages.heard(Map.of(FIRST, 2));
    assertThat(outages.mayBeLeft(tookOver)).isFalse();
    pass(10);
    assertThat(outages.mayBeLeft(tookOver)).isTrue();
  }
}
