package io.sluice.client;

import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.transport.message.Messages;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.TopicPartition;

/** The events of one run, read without a group: any number of commands may follow the same run. */
public final class EventReader implements AutoCloseable {
  private final Consumer<String, byte[]> consumer;

  private EventReader(Consumer<String, byte[]> consumer) {
    this.consumer = consumer;
  }

  /**
   * @param consumer its own from here on
   */
  static EventReader of(
      Consumer<String, byte[]> consumer,
      String topic,
      int partitionOfRun,
      Optional<Instant> since) {
    TopicPartition partition = new TopicPartition(topic, partitionOfRun);
    consumer.assign(Set.of(partition));
    Optional<Long> start = since.flatMap(time -> offset(consumer, partition, time));
    if (start.isPresent()) {
      consumer.seek(partition, start.get());
    } else {
      consumer.seekToEnd(Set.of(partition));
      // The end is looked up lazily: it must be the one before whatever is submitted next.
      consumer.position(partition);
    }
    return new EventReader(consumer);
  }

  private static Optional<Long> offset(
      Consumer<String, byte[]> consumer, TopicPartition partition, Instant time) {
    OffsetAndTimestamp found =
        consumer.offsetsForTimes(Map.of(partition, time.toEpochMilli())).get(partition);
    return Optional.ofNullable(found).map(OffsetAndTimestamp::offset);
  }

  /**
   * The events that arrived within the time, in order. Events that can't be read are left out, and
   * so are those of a run with the same id in another workspace.
   */
  public List<Event> poll(String workspace, String run, Duration time) {
    return poll(run, time).stream()
        .filter(event -> event.workspace().isEmpty() || event.workspace().equals(workspace))
        .toList();
  }

  private List<Event> poll(String run, Duration time) {
    List<Event> events = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : consumer.poll(time)) {
      if (run.equals(record.key()) || run.equals(Messages.run(record))) {
        event(record).ifPresent(events::add);
      }
    }
    return events;
  }

  /**
   * The next of a kind, of a run whose id no other run has; or empty once the time is over. Events
   * of other runs don't end the search: they share the topic.
   */
  public Optional<Event> find(String run, EventKind kind, Duration time) {
    long end = System.nanoTime() + time.toNanos();
    do {
      Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
      for (Event event : poll(run, left)) {
        if (event.kind() == kind) {
          return Optional.of(event);
        }
      }
    } while (System.nanoTime() < end);
    return Optional.empty();
  }

  static Optional<Event> event(ConsumerRecord<String, byte[]> record) {
    if (Messages.isMarker(record)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Envelope.decode(record.value(), Event.class));
    } catch (MalformedMessage | Envelope.Unknown e) {
      // Of a newer build, or no event: a follower misses one line and nothing else.
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
