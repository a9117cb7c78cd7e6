package io.sluice.transport.message;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Puts parts together, for one reader of one partition. A record that is no part passes through.
 * What stays incomplete (its sender died) is dropped when the same key begins anew.
 */
public final class PartJoiner {
  private static final Pattern PART = Pattern.compile("(\\d{1,3})/(\\d{1,3})");

  private final Map<String, Pending> pending = new HashMap<>();

  /**
   * A whole value: under which key, how many records it was, and the offset of the last of them.
   */
  public record Whole(String key, byte @Nullable [] value, int parts, long offset) {}

  private static final class Pending {
    final String of;
    final byte[] @Nullable [] parts;
    int missing;

    Pending(String of, int count) {
      this.of = of;
      this.parts = new byte[count][];
      this.missing = count;
    }
  }

  /** Empty while parts are missing. */
  public Optional<Whole> offer(ConsumerRecord<String, byte[]> record) {
    String key = record.key() == null ? "" : record.key();
    String part = Headers.text(record.headers(), Headers.PART);
    String base = Parts.baseKey(key);
    if (part == null || base == null || record.value() == null) {
      return Optional.of(new Whole(key, record.value(), 1, record.offset()));
    }
    Matcher matcher = PART.matcher(part);
    if (!matcher.matches()) {
      return Optional.of(new Whole(key, record.value(), 1, record.offset()));
    }
    int index = Integer.parseInt(matcher.group(1));
    int count = Integer.parseInt(matcher.group(2));
    if (index >= count || count > Parts.MAX_PARTS) {
      return Optional.of(new Whole(key, record.value(), 1, record.offset()));
    }
    String of = String.valueOf(Headers.text(record.headers(), Headers.PART_OF));
    Pending value = pending.get(base);
    if (value == null || !value.of.equals(of) || value.parts.length != count) {
      value = new Pending(of, count);
      pending.put(base, value);
    }
    if (value.parts[index] == null) {
      value.missing--;
    }
    value.parts[index] = record.value();
    if (value.missing > 0) {
      return Optional.empty();
    }
    pending.remove(base);
    return Optional.of(new Whole(base, joined(value.parts), count, record.offset()));
  }

  /** Keys whose values are incomplete. */
  public int incomplete() {
    return pending.size();
  }

  private static byte[] joined(byte[] @Nullable [] parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(parts.length * Parts.MAX_BYTES);
    for (byte[] part : parts) {
      if (part != null) {
        bytes.writeBytes(part);
      }
    }
    return bytes.toByteArray();
  }
}
