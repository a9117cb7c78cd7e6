package io.sluice.transport.topic;

import io.sluice.transport.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A topic as it is to be made: name, partitions, settings. */
record TopicSpec(String name, int partitions, Map<String, String> settings) {
  private static final int KIB = 1024;
  private static final int MIB = 1024 * KIB;
  private static final Duration HISTORY = Duration.ofDays(90);
  private static final Duration EVENTS = Duration.ofDays(30);

  /** How long tombstones are kept, for readers that were away. */
  static final Duration TOMBSTONES = Duration.ofDays(1);

  TopicSpec {
    settings = Map.copyOf(settings);
  }

  static List<TopicSpec> all(Connection connection, Collection<String> pools) {
    Topics topics = Topics.of(connection);
    int n = connection.partitions();
    List<TopicSpec> specs = new ArrayList<>();
    specs.add(new TopicSpec(topics.plans(), n, forever(connection, 8 * MIB)));
    specs.add(new TopicSpec(topics.inbox(), n, flushed(connection, forever(connection, MIB))));
    specs.add(new TopicSpec(topics.orders(), n, flushed(connection, forever(connection, MIB))));
    specs.add(new TopicSpec(topics.planRequests(), n, forever(connection, MIB)));
    specs.add(new TopicSpec(topics.state(), n, flushed(connection, compacted(connection))));
    specs.add(new TopicSpec(topics.runs(), n, flushed(connection, compacted(connection))));
    specs.add(new TopicSpec(topics.stateLog(), n, kept(connection, HISTORY, MIB)));
    specs.add(new TopicSpec(topics.events(), n, kept(connection, EVENTS, MIB)));
    specs.add(new TopicSpec(topics.control(), 1, compacted(connection)));
    specs.add(new TopicSpec(topics.deadLetters(), 1, kept(connection, EVENTS, MIB)));
    pools.stream().sorted().distinct().map(pool -> tasks(connection, pool)).forEach(specs::add);
    return specs;
  }

  static TopicSpec tasks(Connection connection, String pool) {
    return new TopicSpec(
        Topics.of(connection).tasks(pool), connection.tasksPartitions(), forever(connection, MIB));
  }

  /** Deleted only below what has been applied, never by time. */
  private static Map<String, String> forever(Connection connection, int maxBytes) {
    Map<String, String> settings = common(connection, maxBytes);
    settings.put("cleanup.policy", "delete");
    settings.put("retention.ms", "-1");
    settings.put("retention.bytes", "-1");
    return settings;
  }

  private static Map<String, String> kept(Connection connection, Duration time, int maxBytes) {
    Map<String, String> settings = common(connection, maxBytes);
    settings.put("cleanup.policy", "delete");
    settings.put("retention.ms", Long.toString(time.toMillis()));
    return settings;
  }

  private static Map<String, String> compacted(Connection connection) {
    Map<String, String> settings = common(connection, MIB);
    settings.put("cleanup.policy", "compact");
    settings.put("min.cleanable.dirty.ratio", "0.3");
    // Local copies of up to half that age are brought up to date and not read anew.
    settings.put("delete.retention.ms", Long.toString(TOMBSTONES.toMillis()));
    return settings;
  }

  private static Map<String, String> common(Connection connection, int maxBytes) {
    Map<String, String> settings = new TreeMap<>();
    settings.put("max.message.bytes", Integer.toString(maxBytes));
    settings.put("segment.bytes", Integer.toString(64 * MIB));
    if (connection.replication() >= 3) {
      settings.put("min.insync.replicas", "2");
    }
    return settings;
  }

  private static Map<String, String> flushed(Connection connection, Map<String, String> settings) {
    if (connection.flushEachWrite()) {
      settings.put("flush.messages", "1");
    }
    return settings;
  }
}
