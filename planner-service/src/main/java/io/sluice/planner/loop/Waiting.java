package io.sluice.planner.loop;

import java.time.Duration;

/**
 * Records of one partition that wait for the same.
 *
 * @param longest how long the first of them has waited
 */
public record Waiting(int partition, String awaited, int records, Duration longest) {
  Waiting and(Waiting other) {
    Duration longer = longest.compareTo(other.longest) < 0 ? other.longest : longest;
    return new Waiting(partition, awaited, records + other.records, longer);
  }
}
