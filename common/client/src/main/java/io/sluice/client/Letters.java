package io.sluice.client;

import io.sluice.model.json.MalformedMessage;
import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.LetterSettled;
import io.sluice.transport.client.CompactedReader;
import io.sluice.transport.message.Headers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The open letters of {@code dlq}, in their order. Of each, only what a list needs is kept; the
 * bytes are read again on demand.
 */
public final class Letters {
  /** A letter by where it is; its bytes are left out of a list. */
  public record Listed(String id, DeadLetter letter, long bytes) {}

  private final SortedMap<Place, Listed> open = new TreeMap<>();
  private final Set<Place> settled = new HashSet<>();
  private int unreadable;

  private record Place(int partition, long offset) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int order = Integer.compare(partition, other.partition);
      return order == 0 ? Long.compare(offset, other.offset) : order;
    }
  }

  /** All of a client. */
  public static Letters of(Client client) {
    Letters letters = new Letters();
    try (CompactedReader reader = new CompactedReader(client.clients())) {
      for (TopicPartition partition : partitions(client)) {
        reader.read(partition, 0, letters::take);
      }
    }
    return letters;
  }

  /** The record of one letter as it is in the topic. */
  public static Optional<ConsumerRecord<String, byte[]>> find(Client client, String id) {
    List<ConsumerRecord<String, byte[]>> found = new ArrayList<>();
    Place place = place(id).orElse(null);
    if (place != null) {
      try (CompactedReader reader = new CompactedReader(client.clients())) {
        TopicPartition partition =
            new TopicPartition(client.topics().deadLetters(), place.partition());
        reader.read(
            partition,
            place.offset(),
            record -> {
              if (record.offset() == place.offset()) {
                found.add(record);
              }
            });
      }
    }
    return found.stream().findFirst();
  }

  /**
   * The records of many letters, read once and in their order; none of them is kept.
   *
   * @return those of the names that no record bears
   */
  public static Set<String> each(
      Client client,
      Collection<String> ids,
      BiConsumer<String, ConsumerRecord<String, byte[]>> sink) {
    Set<String> missing = new LinkedHashSet<>(ids);
    SortedMap<Place, String> wanted = new TreeMap<>();
    missing.forEach(id -> place(id).ifPresent(place -> wanted.putIfAbsent(place, id)));
    try (CompactedReader reader = new CompactedReader(client.clients())) {
      for (int partition : wanted.keySet().stream().map(Place::partition).distinct().toList()) {
        Place first = wanted.tailMap(new Place(partition, Long.MIN_VALUE)).firstKey();
        reader.read(
            new TopicPartition(client.topics().deadLetters(), partition),
            first.offset(),
            record -> {
              String id = wanted.get(new Place(record.partition(), record.offset()));
              if (id != null) {
                missing.remove(id);
                sink.accept(id, record);
              }
            });
      }
    }
    return missing;
  }

  private static List<TopicPartition> partitions(Client client) {
    // The topic has one partition.
    return List.of(new TopicPartition(client.topics().deadLetters(), 0));
  }

  /** {@code OFFSET} or {@code PARTITION:OFFSET}. */
  private static Optional<Place> place(String id) {
    String[] parts = id.split(":", -1);
    try {
      return switch (parts.length) {
        case 1 -> Optional.of(new Place(0, Long.parseLong(parts[0])));
        case 2 -> Optional.of(new Place(Integer.parseInt(parts[0]), Long.parseLong(parts[1])));
        default -> Optional.empty();
      };
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  void take(ConsumerRecord<String, byte[]> record) {
    byte[] value = record.value();
    if (value == null) {
      return;
    }
    try {
      switch (Envelope.decode(value).payload()) {
        case DeadLetter letter -> {
          Place place = new Place(record.partition(), record.offset());
          if (!settled.contains(place)) {
            open.put(place, listed(record, letter));
          }
        }
        case LetterSettled settlement -> {
          Place place = new Place(settlement.partition(), settlement.offset());
          settled.add(place);
          open.remove(place);
        }
        default -> unreadable++;
      }
    } catch (MalformedMessage | Envelope.Unknown e) {
      unreadable++;
    }
  }

  private static Listed listed(ConsumerRecord<String, byte[]> record, DeadLetter letter) {
    Long length = letter.length();
    long bytes = length == null ? letter.value().length : length;
    DeadLetter light =
        DeadLetter.of(
            draft -> {
              draft.topic = letter.topic();
              draft.partition = letter.partition();
              draft.offset = letter.offset();
              draft.key = letter.key();
              draft.value = new byte[0];
              draft.cause = letter.cause();
              draft.service = letter.service();
              draft.at = letter.at();
              draft.run =
                  letter.run() == null ? Headers.text(record.headers(), Headers.RUN) : letter.run();
              draft.workspace =
                  letter.workspace() == null
                      ? Headers.text(record.headers(), Headers.WORKSPACE)
                      : letter.workspace();
              draft.length = letter.length();
              draft.digest = letter.digest();
            });
    return new Listed(id(record.partition(), record.offset()), light, bytes);
  }

  private static String id(int partition, long offset) {
    return partition == 0 ? Long.toString(offset) : partition + ":" + offset;
  }

  public List<Listed> open() {
    return List.copyOf(open.values());
  }

  /** The first open letter that names the run: it explains a run without events. */
  public Optional<Listed> of(String run) {
    return open.values().stream().filter(each -> run.equals(each.letter().run())).findFirst();
  }

  /** Whether it was replayed or dropped. */
  public boolean isSettled(String id) {
    return place(id).filter(settled::contains).isPresent();
  }

  /** Records of the topic that are no letters. */
  public int unreadable() {
    return unreadable;
  }

  /** Why a letter can't be replayed; empty when it can. */
  public static Optional<String> whyNot(ConsumerRecord<String, byte[]> record, DeadLetter letter) {
    if (letter.length() != null) {
      return Optional.of(
          "Only "
              + letter.value().length
              + " of "
              + letter.length()
              + " bytes of it were kept, since it was too large.");
    }
    if (letter.value().length == 0) {
      return Optional.of(
          "It contains nothing of the record, which was skipped without being read.");
    }
    if (Headers.text(record.headers(), Headers.PART) != null) {
      return Optional.of("It is one part of a message, useless without the others.");
    }
    return Optional.empty();
  }

  /** The original record again, for its old partition and with its headers. */
  public static ProducerRecord<String, byte[]> original(
      ConsumerRecord<String, byte[]> record, DeadLetter letter) {
    return new ProducerRecord<>(
        letter.topic(), letter.partition(), letter.key(), letter.value(), record.headers());
  }

  /** The record that takes the letter off the lists. */
  public static ProducerRecord<String, byte[]> settlement(
      ConsumerRecord<String, byte[]> record, LetterSettled.How how, String by, Instant at) {
    LetterSettled settled = new LetterSettled(record.partition(), record.offset(), how, by, at);
    @Nullable String key = record.key();
    return new ProducerRecord<>(
        record.topic(), record.partition(), key, Envelope.encode(settled, at));
  }
}
