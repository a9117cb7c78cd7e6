package io.sluice.transport.message;

import io.sluice.model.digest.Sha256;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A value above {@link #MAX_BYTES} travels as records {@code KEY#part/I} of one partition, in
 * order. On a compacted topic they belong in one transaction; elsewhere they need none, since a
 * reader holds back nothing that comes between them (docs/adr/0053). {@link PartJoiner} puts them
 * together again.
 */
public final class Parts {
  public static final int MAX_BYTES = Limits.STANDARD.bytes().record();

  /** More than this in one value is a mistake, and a reader would have to hold it. */
  public static final int MAX_PARTS = Limits.STANDARD.counts().parts();

  private static final String MARK = "#part/";

  private Parts() {}

  /**
   * The record itself, or its parts, known by the digest of the value: for topics on which a key's
   * newest value counts.
   */
  public static List<ProducerRecord<String, byte[]>> split(ProducerRecord<String, byte[]> record) {
    return split(record, Parts::digest);
  }

  /** The record itself, or its parts, known by an id that no other message has. */
  public static List<ProducerRecord<String, byte[]>> message(
      ProducerRecord<String, byte[]> record) {
    return split(record, value -> UUID.randomUUID().toString());
  }

  private static List<ProducerRecord<String, byte[]>> split(
      ProducerRecord<String, byte[]> record, Function<byte[], String> id) {
    byte[] value = record.value();
    if (value == null || value.length <= MAX_BYTES) {
      return List.of(record);
    }
    int count = (value.length + MAX_BYTES - 1) / MAX_BYTES;
    if (count > MAX_PARTS) {
      throw new TooLarge(
          record.topic(), String.valueOf(record.key()), value.length, (long) MAX_PARTS * MAX_BYTES);
    }
    String of = id.apply(value);
    List<ProducerRecord<String, byte[]>> parts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int from = i * MAX_BYTES;
      byte[] part = Arrays.copyOfRange(value, from, Math.min(value.length, from + MAX_BYTES));
      ProducerRecord<String, byte[]> piece =
          new ProducerRecord<>(
              record.topic(),
              record.partition(),
              record.timestamp(),
              key(String.valueOf(record.key()), i),
              part);
      record.headers().forEach(piece.headers()::add);
      Headers.put(piece.headers(), Headers.PART, i + "/" + count);
      Headers.put(piece.headers(), Headers.PART_OF, of);
      parts.add(piece);
    }
    return parts;
  }

  /** The key of part {@code i} of what belongs under {@code key}. */
  public static String key(String key, int i) {
    return key + MARK + i;
  }

  /** The key that a part belongs under; null when this is no part's key. */
  public static @Nullable String baseKey(String key) {
    int mark = key.lastIndexOf(MARK);
    return mark < 0 ? null : key.substring(0, mark);
  }

  static String digest(byte[] value) {
    return Sha256.first(16, value);
  }

  /** A record that its topic does not take, or a value that is too large even in parts. */
  public static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLarge(String topic, String key, long bytes, long most) {
      super(
          Clipped.of(key, 200) + " for " + topic + " has " + bytes + " bytes; the most is " + most);
    }
  }
}
