package io.sluice.planner.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.seal.SealFailure;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.TransportFailure.Code;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CrewTest {
  private final List<String> demises = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private Crew crew = crew(4, Duration.ofSeconds(60));

  @AfterEach
  void close() {
    end.countDown();
    crew.close();
  }

  private Crew crew(int size, Duration limit) {
    return new Crew(
        new Crew.Settings("test", size, limit, Duration.ofMillis(20), Duration.ofSeconds(60)),
        (what, cause) -> demises.add(what));
  }

  private interface Attempt {
    Optional<String> at(int tries) throws InterruptedException;
  }

  private static final class Given implements Job {
    private final String lane;
    private final Attempt attempt;
    private final long bytes;
    final CompletableFuture<String> outcome = new CompletableFuture<>();

    Given(String lane, long bytes, Attempt attempt) {
      this.lane = lane;
      this.bytes = bytes;
      this.attempt = attempt;
    }

    @Override
    public long bytes() {
      return bytes;
    }

    @Override
    public String lane() {
      return lane;
    }

    @Override
    public String place() {
      return "place of " + lane;
    }

    @Override
    public boolean isUnwanted() {
      return outcome.isDone();
    }

    @Override
    public Optional<Again> attempt(int tries) throws InterruptedException {
      Optional<String> again = attempt.at(tries);
      if (again.isEmpty()) {
        outcome.complete("done");
      }
      return again.map(why -> new Again(why, "somebody", true));
    }

    @Override
    public void refuse(String why) {
      outcome.complete("refused: " + why);
    }
  }

  private Given work(String lane, Attempt attempt) {
    return work(lane, 100, attempt);
  }

  private Given work(String lane, long bytes, Attempt attempt) {
    Given job = new Given(lane, bytes, attempt);
    crew.work(job);
    return job;
  }

  private static String outcome(Given job) {
    return job.outcome.orTimeout(10, TimeUnit.SECONDS).join();
  }

  private Optional<String> untilTheEnd() throws InterruptedException {
    end.await();
    return Optional.empty();
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int deep(int level) {
    return deep(level + 1) + 1;
  }

  @Test
  void largeOnesShareWhatTheLargestMayHaveAndSmallOnesDoNotWait() throws Exception {
    long large = 20L * 1024 * 1024;
    AtomicInteger together = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch small = new CountDownLatch(1);
    Attempt heavy =
        tries -> {
          most.accumulateAndGet(together.incrementAndGet(), Math::max);
          small.await(10, TimeUnit.SECONDS);
          Thread.sleep(20);
          together.decrementAndGet();
          return Optional.empty();
        };
    List<Given> heavies =
        List.of(work("a", large, heavy), work("b", large, heavy), work("c", 2 * large, heavy));
    Given light =
        work(
            "d",
            tries -> {
              small.countDown();
              return Optional.empty();
            });

    assertThat(outcome(light)).isEqualTo("done");
    assertThat(heavies).allSatisfy(each -> assertThat(outcome(each)).isEqualTo("done"));
    assertThat(most).hasValue(1);
  }

  @Test
  void whateverIsThrownRefusesWhatWasWorkedOnAndNothingElse() {
    Given deep = work("a", tries -> Optional.of("" + deep(0)));
    Given bug = work("b", tries -> Optional.of(List.<String>of().getFirst()));
    Given assertion =
        work(
            "c",
            tries -> {
              throw new AssertionError("impossible");
            });
    Given key =
        work(
            "d",
            tries -> {
              throw new SealFailure("the key is another one");
            });

    assertThat(outcome(deep)).isEqualTo("refused: it is nested too deeply");
    assertThat(outcome(bug)).contains("refused: Internal error", "NoSuchElement");
    assertThat(outcome(assertion)).contains("refused: Internal error", "impossible");
    assertThat(outcome(key)).isEqualTo("refused: the key is another one");
    for (int i = 0; i < 20; i++) {
      assertThat(outcome(work("a", tries -> Optional.empty()))).isEqualTo("done");
    }
    assertThat(demises).isEmpty();
  }

  @Test
  void aBrokenProcessEnds() throws InterruptedException {
    work(
        "a",
        tries -> {
          throw new OutOfMemoryError("heap");
        });
    work(
        "b",
        tries -> {
          throw new NoClassDefFoundError("gone");
        });

    for (int i = 0; i < 500 && demises.size() < 2; i++) {
      Thread.sleep(10);
    }
    assertThat(demises).hasSize(2);
  }

  @Test
  void whoIsAwayIsAskedAgainWithoutAThreadMeanwhile() throws Exception {
    crew.close();
    crew = crew(2, Duration.ofSeconds(60));
    AtomicInteger asked = new AtomicInteger();
    List<Given> waiting =
        java.util.stream.IntStream.range(0, 8)
            .mapToObj(
                i ->
                    work(
                        "gone",
                        tries -> {
                          asked.incrementAndGet();
                          if (end.getCount() > 0) {
                            throw new TransportFailure(Code.UNREACHABLE, "nobody there");
                          }
                          return Optional.empty();
                        }))
            .toList();

    assertThat(outcome(work("there", tries -> Optional.empty()))).isEqualTo("done");
    long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (asked.get() <= 8) {
      assertThat(System.nanoTime()).as("asked again after " + asked).isLessThan(until);
      Thread.sleep(5);
    }
    end.countDown();
    waiting.forEach(job -> assertThat(outcome(job)).isEqualTo("done"));
  }

  @Test
  void oneLaneLeavesRoomForOthers() {
    List<Given> many =
        java.util.stream.IntStream.range(0, 20)
            .mapToObj(i -> work("busy", tries -> untilTheEnd()))
            .toList();

    assertThat(outcome(work("other", tries -> Optional.empty()))).isEqualTo("done");
    assertThat(many).noneMatch(job -> job.outcome.isDone());
  }

  @Test
  void whatTakesTooLongIsRefusedAndInterrupted() {
    crew.close();
    crew = crew(1, Duration.ofMillis(200));
    AtomicInteger interrupted = new AtomicInteger();
    Given slow =
        work(
            "a",
            tries -> {
              try {
                return untilTheEnd();
              } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
              }
            });
    Given next = work("b", tries -> Optional.empty());

    assertThat(outcome(slow)).isEqualTo("refused: It took longer than 0.2 s");
    assertThat(outcome(next)).isEqualTo("done");
    assertThat(interrupted).hasValue(1);
  }

  @Test
  void aThreadThatDoesNotReactIsReplacedSomeTimes() throws InterruptedException {
    crew.close();
    crew = crew(1, Duration.ofMillis(50));
    Attempt deaf =
        tries -> {
          while (end.getCount() > 0) {
            Thread.onSpinWait();
          }
          return Optional.empty();
        };
    for (int i = 0; i < 2; i++) {
      assertThat(outcome(work("deaf", deaf))).startsWith("refused: It took longer");
      assertThat(outcome(work("next", tries -> Optional.empty()))).isEqualTo("done");
    }
    assertThat(demises).isEmpty();

    assertThat(outcome(work("deaf", deaf))).startsWith("refused: It took longer");
    for (int i = 0; i < 500 && demises.isEmpty(); i++) {
      Thread.sleep(10);
    }
    assertThat(demises).containsExactly("more than 2 threads of test did not end");
  }
}
