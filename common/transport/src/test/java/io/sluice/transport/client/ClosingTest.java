package io.sluice.transport.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClosingTest {
  private final Set<String> closed = ConcurrentHashMap.newKeySet();

  @Test
  void closesAtTheSameTimeAndReturnsWhenAllAreClosed() {
    // each ends only when the other has begun: one after the other neither would
    CountDownLatch begun = new CountDownLatch(2);

    Closing.together(() -> close("one", begun), () -> close("other", begun));

    assertThat(closed).containsExactlyInAnyOrder("one", "other");
  }

  @Test
  void closesTheOthersWhenOneFails() {
    Closing.together(
        () -> {
          throw new IllegalStateException("broken");
        },
        () -> closed.add("other"));

    assertThat(closed).containsExactly("other");
  }

  private void close(String name, CountDownLatch begun) throws InterruptedException {
    begun.countDown();
    if (begun.await(20, TimeUnit.SECONDS)) {
      closed.add(name);
    }
  }
}
