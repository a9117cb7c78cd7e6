package io.sluice.worker.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RunningAttemptsTest {
  private final RunningAttempts desk =
      new RunningAttempts(
          () -> new Incarnation("w1"),
          (workspace, message) -> CompletableFuture.completedFuture(null),
          (workspace, run) -> Optional.empty(),
          record -> CompletableFuture.completedFuture(true),
          (task, claim, cancellation, gate) -> {
            throw new IllegalStateException("no task here");
          },
          claim -> Optional.empty(),
          why -> {},
          new RunningAttempts.Limits(Duration.ofMillis(20), Duration.ofSeconds(2), 50));

  @Test
  void promisesNoMoreRoomThanThereIs() throws Exception {
    assertThat(desk.awaitRoom(25)).isTrue();
    assertThat(desk.awaitRoom(25)).isTrue();
    CompletableFuture<Boolean> third = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                third.complete(desk.awaitRoom(25));
              } catch (InterruptedException e) {
                third.completeExceptionally(e);
              }
            });

    assertThat(third.completeOnTimeout(false, 200, TimeUnit.MILLISECONDS).get()).isFalse();

    desk.giveRoomBack(25);
    desk.giveRoomBack(25);
    assertThat(desk.awaitRoom(25)).isTrue();
  }
}
