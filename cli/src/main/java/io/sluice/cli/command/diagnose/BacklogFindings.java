package io.sluice.cli.command.diagnose;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Whether the state services keep up, and keep what they have. */
final class BacklogFindings {
  /** Records that are read within a few seconds. */
  private static final long FAR_BEHIND = 20_000;

  /** In an hour and of one partition: a restart takes it over twice. */
  private static final long OFTEN = 6;

  private BacklogFindings() {}

  /**
   * @param standings of each instance, as the query API tells them
   */
  static List<Finding> of(List<JsonNode> standings, int partitions) {
    long inbox = sum(standings, "inbox");
    long orders = sum(standings, "orders");
    long takeovers = sum(standings, "takeovers");
    String lag = "inbox " + inbox + ", orders " + orders + " still to be read";
    String taken = takeovers + " in the last hour";
    return List.of(
        Math.max(inbox, orders) > FAR_BEHIND
            ? Finding.bad(
                "lag",
                lag,
                "The state service is falling behind: check its load and Kafka's, or start another"
                    + " instance.")
            : Finding.good("lag", lag),
        takeovers > OFTEN * partitions
            ? Finding.bad(
                "takeovers",
                taken,
                "Owners keep losing their partitions: check their logs, and the load of Kafka and"
                    + " ZooKeeper.")
            : Finding.good("takeovers", taken));
  }

  private static long sum(List<JsonNode> standings, String field) {
    return standings.stream().mapToLong(each -> each.path(field).asLong()).sum();
  }
}
