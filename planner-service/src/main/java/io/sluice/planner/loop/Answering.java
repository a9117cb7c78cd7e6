package io.sluice.planner.loop;

import io.sluice.model.RunId;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import io.sluice.planner.loop.Item.Form;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Headers;
import io.sluice.transport.message.Messages;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes what is sent for an item, and makes it smaller as long as it can't be sent: the answer, a
 * refusal with a letter, a letter that says nothing but where the record stood, nothing.
 */
final class Answering {
  private static final Logger LOG = LoggerFactory.getLogger(Answering.class);

  private final Work work;
  private final DeadLetters letters;
  private final AtomicLong passed = new AtomicLong();

  Answering(Work work, DeadLetters letters) {
    this.work = work;
    this.letters = letters;
  }

  /** Empty when the item has its answer or gets none, otherwise why it has to be tried again. */
  Optional<Again> answer(Item item, Arrived arrived) throws InterruptedException {
    return switch (work.answer(arrived)) {
      case Outcome.Later(Again again) -> Optional.of(again);
      case Outcome.Pass(String why) -> {
        LOG.warn(
            "offset {} of {} is skipped without an answer: {}", item.last(), item.partition(), why);
        if (item.outcome().complete(List.of())) {
          passed.incrementAndGet();
        }
        yield Optional.empty();
      }
      case Outcome.Send(List<ProducerRecord<String, byte[]>> records) -> {
        Optional<String> misfit = Sizes.misfit(records);
        if (misfit.isPresent()) {
          item.outcome().complete(fallback(item, Form.REFUSAL, misfit.get()));
        } else {
          item.outcome().complete(records);
        }
        yield Optional.empty();
      }
    };
  }

  /** Records that were skipped without an answer. */
  long passed() {
    return passed.get();
  }

  /**
   * Reports to its sender, by the headers of the first part, and makes a letter for the whole
   * message.
   */
  void abandon(Incoming.Given given) {
    String why = "Its other parts never arrived; send it again";
    Arrived first = new Arrived(given.first(), new byte[0]);
    List<ProducerRecord<String, byte[]>> records = new ArrayList<>(refusal(first, why));
    records.add(letters.letter(given.first(), clipped(why), Instant.now()));
    given
        .item()
        .outcome()
        .complete(Sizes.misfit(records).isPresent() ? List.of(letter(given.item(), why)) : records);
  }

  /** The work itself is answered with a refusal: nothing is parked. */
  void refuse(Item item, Arrived arrived, String why) {
    List<ProducerRecord<String, byte[]>> refusal = refusal(arrived, why);
    item.outcome()
        .complete(
            refusal.isEmpty() || Sizes.misfit(refusal).isPresent()
                ? fallback(item, Form.LETTER, why)
                : refusal);
  }

  /** The answer can never be sent as it is: a smaller one is sent instead. */
  void reduce(Item item, String why) {
    Form[] forms = Form.values();
    Form smaller = forms[Math.min(item.form().ordinal() + 1, forms.length - 1)];
    LOG.error(
        "the answer to offset {} of {} cannot be sent as it is: {}",
        item.last(),
        item.partition(),
        why);
    item.replace(smaller, fallback(item, smaller, why));
  }

  private List<ProducerRecord<String, byte[]>> fallback(Item item, Form form, String why) {
    if (form == Form.NOTHING) {
      return List.of();
    }
    ProducerRecord<String, byte[]> bare = letter(item, why);
    Arrived arrived = item.arrived();
    if (form == Form.REFUSAL && arrived != null) {
      List<ProducerRecord<String, byte[]>> refusal = refusal(arrived, why);
      ProducerRecord<String, byte[]> whole =
          letters.letter(arrived.record(), clipped(why), Instant.now());
      for (ProducerRecord<String, byte[]> letter : List.of(whole, bare)) {
        List<ProducerRecord<String, byte[]>> records = new ArrayList<>(refusal);
        records.add(letter);
        if (Sizes.misfit(records).isEmpty()) {
          return records;
        }
      }
    }
    return List.of(bare);
  }

  private List<ProducerRecord<String, byte[]>> refusal(Arrived arrived, String why) {
    try {
      return work.refusal(arrived, clipped(why));
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("not even a refusal could be made", e);
      return List.of();
    }
  }

  /**
   * A letter without a byte of the record: it says only where the record stood and which run it is
   * of.
   */
  private ProducerRecord<String, byte[]> letter(Item item, String why) {
    Arrived arrived = item.arrived();
    long offset = arrived == null ? item.last() : arrived.record().offset();
    TopicPartition at = item.partition();
    ConsumerRecord<String, byte[]> bare =
        new ConsumerRecord<>(at.topic(), at.partition(), offset, null, new byte[0]);
    String run = arrived == null ? null : Messages.run(arrived.record());
    if (run != null && RunId.isValid(run)) {
      bare.headers().add(Headers.RUN, run.getBytes(StandardCharsets.UTF_8));
    }
    return letters.letter(bare, clipped(why), Instant.now());
  }

  private static String clipped(String why) {
    return Clipped.of(why, Limits.STANDARD.texts().message());
  }
}
