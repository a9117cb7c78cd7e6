package io.sluice.transport.client;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.MetricsReporter;

/**
 * Keeps hold of a few metrics of each Kafka client of this process: Kafka makes one of these for
 * each client. Several clients have one name, so that what Kafka shows by JMX is that of the last.
 */
public final class ClientTally implements MetricsReporter {
  static final String CONNECTIONS = "connection-count";
  static final String REFUSED = "failed-authentication-total";
  static final String ERRORS = "record-error-total";
  static final String RETRIES = "record-retry-total";
  static final String LATENCY = "request-latency-max";

  private static final Set<String> COUNTED = Set.of(REFUSED, ERRORS, RETRIES);
  private static final Set<String> KEPT = Set.of(CONNECTIONS, REFUSED, ERRORS, RETRIES, LATENCY);

  private static final Set<ClientTally> LIVING = ConcurrentHashMap.newKeySet();

  /** What clients had counted when they were closed. */
  private static final Map<Kept, Double> CLOSED = new ConcurrentHashMap<>();

  private final Map<MetricName, KafkaMetric> metrics = new ConcurrentHashMap<>();

  /** A metric, and the kind of client that it is of: producer, consumer or admin. */
  record Kept(String client, String metric) {}

  /** Each metric of each client, and what is left of those that were closed. */
  static void forEach(BiConsumer<Kept, Double> consumer) {
    CLOSED.forEach(consumer);
    LIVING.forEach(
        tally ->
            tally.metrics.forEach((name, metric) -> consumer.accept(kept(name), value(metric))));
  }

  private static Kept kept(MetricName name) {
    String group = name.group();
    return new Kept(group.substring(0, group.indexOf('-')), name.name());
  }

  private static double value(KafkaMetric metric) {
    return metric.metricValue() instanceof Number number && Double.isFinite(number.doubleValue())
        ? number.doubleValue()
        : 0;
  }

  @Override
  public void init(List<KafkaMetric> known) {
    LIVING.add(this);
    known.forEach(this::metricChange);
  }

  @Override
  public void metricChange(KafkaMetric metric) {
    MetricName name = metric.metricName();
    // Those of single brokers and topics have more tags than the client's name.
    if (KEPT.contains(name.name()) && name.tags().size() == 1 && name.group().indexOf('-') > 0) {
      metrics.put(name, metric);
    }
  }

  @Override
  public void metricRemoval(KafkaMetric metric) {
    KafkaMetric known = metrics.remove(metric.metricName());
    if (known != null && COUNTED.contains(metric.metricName().name())) {
      CLOSED.merge(kept(metric.metricName()), value(known), Double::sum);
    }
  }

  @Override
  public void close() {
    List.copyOf(metrics.values()).forEach(this::metricRemoval);
    LIVING.remove(this);
  }

  @Override
  public void configure(Map<String, ?> settings) {
    // There is nothing to set.
  }
}
