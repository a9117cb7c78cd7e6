package io.sluice.transport.message;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A value above {@link #MAX_BYTES} travels as records {@code KEY#part/I} of one partition, in
 * order. On a compacted topic they belong in one transaction; {@link PartJoiner} puts them together
 * again.
 */
public final class Parts {
  public static final int MAX_BYTES = 900 * 1024;

  /** More than this in one value is a mistake, and a reader would have to hold it. */
  public static final int MAX_PARTS = 64;

  private static final String MARK = "#part/";

  private Parts() {}

  /** The record itself, or its parts; headers are kept on each. */
  public static List<ProducerRecord<String, byte[]>> split(ProducerRecord<String, byte[]> record) {
    byte[] value = record.value();
    if (value == null || value.length <= MAX_BYTES) {
      return List.of(record);
    }
    int count = (value.length + MAX_BYTES - 1) / MAX_BYTES;
    if (count > MAX_PARTS) {
      throw new TooLarge(record.topic(), String.valueOf(record.key()), value.length);
    }
    String digest = digest(value);
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
      Headers.put(piece.headers(), Headers.PART_OF, digest);
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

  private static String digest(byte[] value) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(value);
      return HexFormat.of().formatHex(digest, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is part of every Java", e);
    }
  }

  /** A value that is too large even in parts. */
  public static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLarge(String topic, String key, int bytes) {
      super(
          key + " for " + topic + " has " + bytes + " bytes; the most is " + MAX_PARTS * MAX_BYTES);
    }
  }
}
