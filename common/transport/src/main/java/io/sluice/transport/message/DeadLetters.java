package io.sluice.transport.message;

import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Envelope;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.TransportFailure.Code;
import io.sluice.transport.topic.Topics;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Parks what no one could read or finish, with the cause, so that nothing waits behind it. A letter
 * is small whatever it is about: of many bytes it keeps the first, with their number and a digest
 * of all.
 */
public final class DeadLetters {
  private static final int SECONDS = 30;
  private static final int HEADERS_BYTES = 16 * 1024;

  private final Topics topics;
  private final String service;
  private final Limits limits;
  private final AtomicLong made = new AtomicLong();

  /**
   * @param service who parks: {@code state}, {@code planner}, {@code worker}
   */
  public DeadLetters(Topics topics, String service) {
    this(topics, service, Limits.STANDARD);
  }

  /** With bounds of their own, for tests. */
  public DeadLetters(Topics topics, String service, Limits limits) {
    this.topics = topics;
    this.service = service;
    this.limits = limits;
  }

  /** Letters that were made here. */
  public long made() {
    return made.get();
  }

  /** For a sender that has a transaction of its own. */
  public ProducerRecord<String, byte[]> letter(
      ConsumerRecord<String, byte[]> record, String cause, Instant at) {
    return letter(record, record.value(), cause, at);
  }

  /**
   * @param whole the value, where the record is the last of its parts
   */
  public ProducerRecord<String, byte[]> letter(
      ConsumerRecord<String, byte[]> record, byte @Nullable [] whole, String cause, Instant at) {
    made.incrementAndGet();
    byte[] value = whole == null ? new byte[0] : whole;
    boolean cut = value.length > limits.bytes().letter();
    String key = clipped(record.key());
    DeadLetter letter =
        DeadLetter.of(
            draft -> {
              draft.topic = record.topic();
              draft.partition = record.partition();
              draft.offset = record.offset();
              draft.key = key;
              draft.value = cut ? Arrays.copyOf(value, limits.bytes().letter()) : value;
              draft.cause = Clipped.of(cause, limits.texts().message());
              draft.service = service;
              draft.at = at;
              draft.run = clipped(Messages.run(record));
              draft.workspace = clipped(Messages.workspace(record));
              draft.length = cut ? (long) value.length : null;
              draft.digest = cut ? Parts.digest(value) : null;
            });
    ProducerRecord<String, byte[]> parked =
        new ProducerRecord<>(topics.deadLetters(), 0, key, Envelope.encode(letter, at));
    int room = HEADERS_BYTES;
    for (Header header : record.headers()) {
      int size = header.key().length() + (header.value() == null ? 0 : header.value().length);
      if (size <= room) {
        parked.headers().add(header);
        room -= size;
      }
    }
    return parked;
  }

  private @Nullable String clipped(@Nullable String text) {
    return text == null ? null : Clipped.of(text, limits.texts().address());
  }

  /** Durable when it returns: only then may the record's offset move on. */
  public void park(
      Producer<String, byte[]> producer,
      ConsumerRecord<String, byte[]> record,
      String cause,
      Instant at) {
    try {
      producer.send(letter(record, cause, at)).get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new TransportFailure(
          Code.UNREACHABLE, "a record could not be parked in " + topics.deadLetters(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransportFailure(Code.UNREACHABLE, "interrupted while parking a record", e);
    }
  }
}
