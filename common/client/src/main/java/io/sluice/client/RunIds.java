package io.sluice.client;

import com.github.f4b6a3.ulid.UlidCreator;
import java.util.Locale;

/** Ids of runs: sortable by time, and short enough to type a prefix of. */
public final class RunIds {
  private RunIds() {}

  public static String next() {
    return UlidCreator.getMonotonicUlid().toString().toLowerCase(Locale.ROOT);
  }
}
