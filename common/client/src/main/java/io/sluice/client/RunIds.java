package io.sluice.client;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Ids of runs: sortable by time, and short enough to type a prefix of. */
public final class RunIds {
  private RunIds() {}

  public static String next() {
    return UlidCreator.getMonotonicUlid().toString().toLowerCase(Locale.ROOT);
  }

  /** When an id was made; empty for ids that a submitter chose. */
  public static Optional<Instant> madeAt(String id) {
    return Ulid.isValid(id) ? Optional.of(Ulid.from(id).getInstant()) : Optional.empty();
  }
}
