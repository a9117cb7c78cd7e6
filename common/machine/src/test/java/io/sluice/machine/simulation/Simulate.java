package io.sluice.machine.simulation;

import io.sluice.machine.simulation.Simulation.Failure;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * {@code ./gradlew simulate -Pseeds=N [-Pfrom=SEED] [-Pmutant=NAME]}: N histories, or the first
 * that fails.
 */
public final class Simulate {
  private Simulate() {}

  public static void main(String[] arguments) {
    long seeds = Long.parseLong(arguments[0]);
    long from = Long.parseLong(arguments[1]);
    Mutant mutant = Mutant.valueOf(arguments[2]);
    long began = System.nanoTime();
    AtomicLong done = new AtomicLong();
    Failure failure = firstFailure(seeds, from, mutant, done);
    double seconds = (System.nanoTime() - began) / 1e9;
    if (failure != null) {
      boolean shrinks = arguments.length < 4;
      System.out.println(Shrinker.print(shrinks ? Shrinker.shrink(failure) : failure));
      System.out.printf("FAILED: seed %d%n", failure.scenario().seed());
      System.exit(1);
    }
    System.out.printf("%d histories in %.1f s, no violation%n", done.get(), seconds);
  }

  static @Nullable Failure firstFailure(long seeds, long from, Mutant mutant, AtomicLong done) {
    AtomicReference<Failure> found = new AtomicReference<>();
    AtomicLong next = new AtomicLong(from);
    IntStream.range(0, Runtime.getRuntime().availableProcessors())
        .parallel()
        .forEach(
            thread -> {
              long seed = next.getAndIncrement();
              while (found.get() == null && seed < from + seeds) {
                Failure failure = Simulation.run(Scenario.of(seed, mutant));
                done.incrementAndGet();
                if (failure != null) {
                  found.compareAndSet(null, failure);
                }
                seed = next.getAndIncrement();
              }
            });
    return found.get();
  }
}
