package io.sluice.planner.loop;

import io.sluice.planner.loop.Backlog.Ready;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.IllegalGenerationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionAbortedException;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/**
 * Whether a transaction failed because of what one item brings into it. The item is blamed for what
 * would fail again in the same way; everything else is tried again. After several such failures
 * items are sent one by one, until the cause is found.
 */
final class Blame {
  private static final int PATIENCE = 3;

  private int failures;
  private int missing;

  record Sent(Item item, String topic, Future<RecordMetadata> future) {
    /** Records that are refused before they are sent have a future, too. */
    static Sent of(
        Item item, ProducerRecord<String, byte[]> record, Producer<String, byte[]> producer) {
      try {
        return new Sent(item, record.topic(), producer.send(record));
      } catch (ProducerFencedException | InvalidProducerEpochException | InterruptException e) {
        throw e;
      } catch (KafkaException e) {
        return new Sent(item, record.topic(), CompletableFuture.failedFuture(e));
      }
    }
  }

  record Found(Item item, String why) {}

  /** How many items may go into one transaction. */
  int most() {
    return failures >= PATIENCE ? 1 : Integer.MAX_VALUE;
  }

  void nothing() {
    failures = 0;
    missing = 0;
  }

  Optional<Found> of(Ready ready, List<Sent> sent, KafkaException failure) {
    for (Sent one : sent) {
      if (one.future().state() == Future.State.FAILED) {
        Throwable cause = rootOf(one.future().exceptionNow());
        if (isOfRecord(cause)) {
          return Optional.of(
              new Found(one.item(), "The answer cannot be sent: " + cause.getMessage()));
        }
        if (isOfTopic(one.topic(), cause) && isAnyThere(sent) && ++missing >= PATIENCE) {
          String why = "There is no topic " + one.topic() + " for it: " + cause.getMessage();
          return Optional.of(new Found(one.item(), why));
        }
      }
    }
    Throwable cause = rootOf(failure);
    if (mayPass(cause)) {
      return Optional.empty();
    }
    boolean alone = failures >= PATIENCE && ready.items().size() == 1;
    failures++;
    return alone
        ? Optional.of(new Found(ready.items().getFirst(), "The answer cannot be sent: " + cause))
        : Optional.empty();
  }

  private static boolean isOfRecord(Throwable cause) {
    return cause instanceof RecordTooLargeException
        || cause instanceof RecordBatchTooLargeException
        || cause instanceof InvalidRecordException
        || cause instanceof SerializationException
        || cause instanceof InvalidTopicException;
  }

  /** Whether the broker accepts other records of the transaction, and so is up. */
  private static boolean isAnyThere(List<Sent> sent) {
    return sent.stream().anyMatch(one -> one.future().state() == Future.State.SUCCESS);
  }

  /** Whether the failure concerns this planner's membership or the broker, and not the records. */
  private static boolean mayPass(Throwable cause) {
    return cause instanceof RetriableException
        || cause instanceof ProducerFencedException
        || cause instanceof InvalidProducerEpochException
        || cause instanceof CommitFailedException
        || cause instanceof IllegalGenerationException
        || cause instanceof UnknownMemberIdException
        || cause instanceof FencedInstanceIdException
        || cause instanceof TransactionAbortedException
        || cause instanceof InterruptException
        || cause instanceof InterruptedException;
  }

  /** Topics of pools come and go; without the others nothing works at all. */
  private static boolean isOfTopic(String topic, Throwable cause) {
    String text = String.valueOf(cause.getMessage());
    return cause instanceof TimeoutException
        && topic.contains("tasks.")
        && text.contains("not present in metadata");
  }

  private static Throwable rootOf(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    return cause;
  }
}
