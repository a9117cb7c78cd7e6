package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class LaterTest {
  private final AtomicInteger made = new AtomicInteger();
  private final List<Integer> closed = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  private Later<Integer> later() {
    return new Later<>(made::incrementAndGet, this::close);
  }

  private void close(int one) {
    closed.add(one);
    closing.countDown();
  }

  @Test
  void isMadeOnceWhoeverBeginsIt() {
    Later<Integer> later = later();

    later.begin(one -> {});
    later.begin(one -> {});

    assertThat(later.get()).isEqualTo(1);
    assertThat(later.get()).isEqualTo(1);
    later.close();
    assertThat(closed).containsExactly(1);
  }

  @Test
  void whatIsTakenIsTheTakersToClose() {
    Later<Integer> later = later();
    assertThat(later.take()).as("nobody began it").isEmpty();

    later.begin(one -> {});

    assertThat(later.take()).contains(1);
    later.close();
    assertThat(closed).isEmpty();
  }

  @Test
  void aFailureBesideIsTriedAgainAndToldWhenItStays() {
    Later<Integer> once =
        new Later<>(
            () -> {
              if (made.incrementAndGet() == 1) {
                throw new IllegalStateException("not yet");
              }
              return made.get();
            },
            this::close);
    once.begin(one -> {});
    assertThat(once.get()).isEqualTo(2);

    Later<Integer> always =
        new Later<>(
            () -> {
              throw new IllegalStateException("never");
            },
            this::close);
    always.begin(one -> {});
    assertThat(always.take()).isEmpty();
    assertThatThrownBy(always::get).hasMessage("never");
  }

  @Test
  void whatIsStillBeingMadeIsClosedWhenItIsThere() throws InterruptedException {
    CountDownLatch slow = new CountDownLatch(1);
    Later<Integer> later =
        new Later<>(
            () -> {
              try {
                slow.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return made.incrementAndGet();
            },
            this::close);
    later.begin(one -> {});

    later.close();
    assertThat(closed).isEmpty();
    slow.countDown();

    assertThat(closing.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(closed).containsExactly(1);
  }
}
