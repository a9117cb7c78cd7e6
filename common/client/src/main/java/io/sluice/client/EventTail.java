package io.sluice.client;

import io.sluice.model.message.Event;
import io.sluice.transport.client.Clients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The events of all runs from now on. */
public final class EventTail implements AutoCloseable {
  private final Consumer<String, byte[]> consumer;

  private EventTail(Consumer<String, byte[]> consumer) {
    this.consumer = consumer;
  }

  public static EventTail of(Clients clients, String topic, int partitions) {
    Consumer<String, byte[]> consumer = clients.reader();
    List<TopicPartition> all = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      all.add(new TopicPartition(topic, partition));
    }
    consumer.assign(all);
    consumer.seekToEnd(all);
    // Positions are looked up lazily: they must be those before whatever is submitted next.
    all.forEach(consumer::position);
    return new EventTail(consumer);
  }

  public List<Event> poll(Duration time) {
    List<Event> events = new ArrayList<>();
    for (ConsumerRecord<String, byte[]> record : consumer.poll(time)) {
      EventReader.event(record).ifPresent(events::add);
    }
    return events;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
