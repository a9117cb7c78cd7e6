package io.sluice.provider.time;

import io.sluice.provider.PlainProvider;
import io.sluice.provider.TypedSession;
import java.time.Clock;

/** Moments and waiting. */
public final class TimeProvider extends PlainProvider {
  public TimeProvider() {
    super("time", TypedSession.of(new TimeSleep(Clock.systemUTC())));
  }
}
