package io.sluice.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PulseTest {
  private final AtomicLong now = new AtomicLong(1);
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicBoolean away = new AtomicBoolean();

  private Object answer() throws IOException {
    asked.incrementAndGet();
    if (away.get()) {
      throw new IOException("refused");
    }
    return "yes";
  }

  private void awaitAsked(int more) throws InterruptedException {
    int until = asked.get() + more;
    while (asked.get() < until) {
      Thread.sleep(2);
    }
  }

  @Test
  void whatAnsweredOnceIsAwayOnceItIsSilentForLong() throws Exception {
    try (Pulse pulse = Pulse.of(Map.of("Kafka", this::answer), now::get, Duration.ofMillis(5))) {
      awaitAsked(3);
      assertThat(pulse.faults()).isEmpty();

      away.set(true);
      awaitAsked(3);
      now.addAndGet(Duration.ofSeconds(5).toNanos());
      assertThat(pulse.faults()).as("a moment is no outage").isEmpty();
      now.addAndGet(Duration.ofSeconds(10).toNanos());
      assertThat(pulse.faults()).containsExactly("Kafka has not answered for 15 s (refused)");

      away.set(false);
      awaitAsked(3);
      assertThat(pulse.faults()).isEmpty();
    }
  }

  @Test
  void aQuestionThatNeverEndsIsNoAnswer() {
    CountDownLatch never = new CountDownLatch(1);
    try (Pulse pulse =
        Pulse.of(
            Map.of(
                "ZooKeeper",
                () -> {
                  never.await();
                  return "late";
                }))) {
      assertThat(pulse.faults()).containsExactly("ZooKeeper has not answered yet");
    }
  }
}
