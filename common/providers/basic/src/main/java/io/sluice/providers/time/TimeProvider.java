package io.sluice.providers.time;

import io.sluice.provider.PlainProvider;
import io.sluice.provider.TypedSession;
import java.time.Clock;
import java.util.List;

/** Moments and waiting. */
public final class TimeProvider extends PlainProvider {
  public TimeProvider() {
    this(Clock.systemUTC());
  }

  TimeProvider(Clock clock) {
    super(
        "time",
        TypedSession.of(
            List.of(
                new TimeSleep(clock),
                new TimeStatic(clock),
                new TimeOffset(clock),
                new TimeRotating(clock)),
            List.of(),
            List.of(new SleepStep()),
            () -> {}));
  }
}
