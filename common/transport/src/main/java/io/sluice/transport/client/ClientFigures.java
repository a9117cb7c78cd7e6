package io.sluice.transport.client;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the Kafka clients of this process do, together.
 *
 * @param connections open ones, by the kind of client: producer, consumer, admin
 * @param refused connections that a broker refused, by the kind of client
 * @param latency seconds of the slowest request lately, by the kind of client
 * @param errors records that could not be sent
 * @param retries sends that were tried again
 */
public record ClientFigures(
    SortedMap<String, Double> connections,
    SortedMap<String, Double> refused,
    SortedMap<String, Double> latency,
    double errors,
    double retries) {
  private static final double MILLIS = 1_000;

  public static ClientFigures now() {
    SortedMap<String, Double> connections = new TreeMap<>();
    SortedMap<String, Double> refused = new TreeMap<>();
    SortedMap<String, Double> latency = new TreeMap<>();
    Map<String, Double> sums = new TreeMap<>();
    ClientTally.forEach(
        (kept, value) -> {
          switch (kept.metric()) {
            case ClientTally.CONNECTIONS -> connections.merge(kept.client(), value, Double::sum);
            case ClientTally.REFUSED -> refused.merge(kept.client(), value, Double::sum);
            case ClientTally.LATENCY -> latency.merge(kept.client(), value / MILLIS, Math::max);
            default -> sums.merge(kept.metric(), value, Double::sum);
          }
        });
    return new ClientFigures(
        connections,
        refused,
        latency,
        sums.getOrDefault(ClientTally.ERRORS, 0.0),
        sums.getOrDefault(ClientTally.RETRIES, 0.0));
  }
}
