package io.sluice.transport.message;

import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Envelope;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.TransportFailure.Code;
import io.sluice.transport.topic.Topics;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Parks what no one could read or finish, with the cause, so that nothing waits behind it. */
public final class DeadLetters {
  private static final int SECONDS = 30;

  private final Topics topics;
  private final String service;

  /**
   * @param service who parks: {@code state}, {@code planner}, {@code worker}
   */
  public DeadLetters(Topics topics, String service) {
    this.topics = topics;
    this.service = service;
  }

  /** For a sender that has a transaction of its own. */
  public ProducerRecord<String, byte[]> letter(
      ConsumerRecord<String, byte[]> record, String cause, Instant at) {
    byte[] value = record.value() == null ? new byte[0] : record.value();
    DeadLetter letter =
        new DeadLetter(
            record.topic(),
            record.partition(),
            record.offset(),
            record.key(),
            value,
            cause,
            service,
            at);
    ProducerRecord<String, byte[]> parked =
        new ProducerRecord<>(topics.deadLetters(), 0, record.key(), Envelope.encode(letter, at));
    record.headers().forEach(parked.headers()::add);
    return parked;
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
