package io.sluice.provider.fakecloud;

import java.util.Map;

/**
 * What goes wrong, set by {@code PUT /faults}. Rates are from 0 to 1, times in milliseconds.
 *
 * @param rate429 answered 429 with Retry-After, nothing done
 * @param rate503 answered 503 with Retry-After, nothing done
 * @param rate500 answered 500, and done or not with even chances
 * @param cutBefore the connection is cut before anything was done
 * @param cutAfter the connection is cut after it was done: a lost reply
 * @param readLag how long what was made or deleted is not yet seen by reads
 * @param createMs how long a new object stays "creating"
 * @param quota kind to the number of objects allowed
 */
public record Faults(
    long latencyMin,
    long latencyMax,
    double rate429,
    double rate503,
    double rate500,
    double cutBefore,
    double cutAfter,
    long retryAfterMs,
    long readLag,
    long createMs,
    Map<String, Integer> quota) {
  public static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of());

  public Faults {
    quota = quota == null ? Map.of() : Map.copyOf(quota);
  }
}
