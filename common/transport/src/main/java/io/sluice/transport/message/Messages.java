package io.sluice.transport.message;

import io.sluice.model.json.MalformedMessage;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.Control;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.Event;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Order;
import io.sluice.model.message.PlanRequest;
import io.sluice.model.message.Task;
import io.sluice.model.record.RecordKeys;
import io.sluice.transport.Connection;
import io.sluice.transport.topic.Partitioner;
import io.sluice.transport.topic.Topics;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Messages to records: topic, explicit partition, key, headers, envelope, and parts where one
 * record is too small. And back: {@link #decode}.
 */
public final class Messages {
  /** What goes as one record to a topic that takes 8 MiB, its headers included. */
  private static final int LARGEST_SUBMISSION = 7 * 1024 * 1024;

  /** Below 1 MiB, which the other topics take for a batch with all that belongs to it. */
  private static final int LARGEST_RECORD = 1000 * 1024;

  private static final int RECORD_OVERHEAD = 100;
  private static final int HEADER_OVERHEAD = 8;

  private final Topics topics;
  private final Partitioner partitioner;

  public Messages(Connection connection) {
    this.topics = Topics.of(connection);
    this.partitioner = new Partitioner(connection.partitions());
  }

  public Topics topics() {
    return topics;
  }

  public int partition(String workspace) {
    return partitioner.partition(workspace);
  }

  /** Each type belongs to one topic: what people ask for goes where {@link #order} sends it. */
  public List<ProducerRecord<String, byte[]>> inbox(
      String workspace, InboxMessage message, Instant at) {
    if (message instanceof Order order) {
      return order(workspace, order, at);
    }
    ProducerRecord<String, byte[]> record =
        keyed(topics.inbox(), workspace, workspace, message.run(), Envelope.encode(message, at));
    AttemptReport told = AttemptReport.of(message);
    if (told != null) {
      Headers.put(record.headers(), Headers.NODE, told.node());
      Headers.put(record.headers(), Headers.ATTEMPT, Integer.toString(told.attempt()));
      Headers.put(record.headers(), Headers.CLAIM, told.claim());
    }
    return Parts.message(record);
  }

  /** What people ask of a run or of state, on the topic that is theirs to write to. */
  public List<ProducerRecord<String, byte[]>> order(String workspace, Order order, Instant at) {
    return Parts.message(
        keyed(topics.orders(), workspace, workspace, order.run(), Envelope.encode(order, at)));
  }

  /** The attempt that a worker's message is about. */
  public record AttemptReport(String node, int attempt, String claim) {
    static @Nullable AttemptReport of(InboxMessage message) {
      return message instanceof InboxMessage.OfAttempt report
          ? new AttemptReport(report.node(), report.attempt(), report.claimId())
          : null;
    }
  }

  /** The attempt that a worker's message is about. */
  public static Optional<AttemptReport> told(InboxMessage message) {
    return Optional.ofNullable(AttemptReport.of(message));
  }

  /**
   * The attempt that the headers of a worker's message name, for readers that can't decode the
   * rest.
   */
  public static Optional<AttemptReport> told(ConsumerRecord<String, byte[]> record) {
    String node = Headers.text(record.headers(), Headers.NODE);
    String claim = Headers.text(record.headers(), Headers.CLAIM);
    OptionalInt attempt = attempt(record);
    return node == null || claim == null || attempt.isEmpty()
        ? Optional.empty()
        : Optional.of(new AttemptReport(node, attempt.getAsInt(), claim));
  }

  public List<ProducerRecord<String, byte[]>> planRequest(PlanRequest request, Instant at) {
    return Parts.message(
        keyed(
            topics.planRequests(),
            request.workspace(),
            request.workspace(),
            request.run(),
            Envelope.encode(request, at)));
  }

  /** Spread over the partitions of the pool's topic by its key. */
  public List<ProducerRecord<String, byte[]>> task(String pool, Task task, Instant at) {
    String key = task.run() + "/" + task.node();
    ProducerRecord<String, byte[]> record =
        new ProducerRecord<>(topics.tasks(pool), key, Envelope.encode(task, at));
    if (record.value().length > Parts.MAX_BYTES) {
      // Parts of a task could reach different workers of the share group.
      throw new Parts.TooLarge(record.topic(), key, record.value().length, Parts.MAX_BYTES);
    }
    Headers.put(record.headers(), Headers.ATTEMPT, Integer.toString(task.attempt()));
    return List.of(withHeaders(record, task.workspace(), task.run()));
  }

  /**
   * A record without content, which readers skip. In a pool its acknowledgement moves what is
   * stored of the share group on.
   */
  public static ProducerRecord<String, byte[]> marker(String topic, int partition) {
    ProducerRecord<String, byte[]> record = new ProducerRecord<>(topic, partition, "!marker", null);
    Headers.put(record.headers(), Headers.MARKER, "1");
    return record;
  }

  public static boolean isMarker(ConsumerRecord<String, byte[]> record) {
    boolean empty = record.value() == null || record.value().length == 0;
    return empty && Headers.text(record.headers(), Headers.MARKER) != null;
  }

  /** The event as a record. One that is too large is cut, and says so. */
  public ProducerRecord<String, byte[]> event(Event event) {
    int most = Limits.STANDARD.bytes().event();
    byte[] value = Envelope.encode(event, event.at());
    Event sent = event;
    if (value.length > most) {
      sent = EventCut.of(event, value.length);
      value = Envelope.encode(sent, sent.at());
    }
    return withHeaders(
        new ProducerRecord<>(topics.events(), sent.run(), value), sent.workspace(), sent.run());
  }

  /** Its size; throws {@link Parts.TooLarge} for a record that its topic would refuse. */
  public long requireFit(ProducerRecord<String, byte[]> record) {
    long size = size(record);
    long most = record.topic().equals(topics.plans()) ? LARGEST_SUBMISSION : LARGEST_RECORD;
    if (size > most) {
      throw new Parts.TooLarge(record.topic(), String.valueOf(record.key()), size, most);
    }
    return size;
  }

  /** What a record takes of its topic's bound, as it is before any compression. */
  public static long size(ProducerRecord<String, byte[]> record) {
    long size = RECORD_OVERHEAD;
    size += record.key() == null ? 0 : Utils.utf8Length(record.key());
    size += record.value() == null ? 0 : record.value().length;
    for (Header header : record.headers()) {
      size += HEADER_OVERHEAD + Utils.utf8Length(header.key());
      size += header.value() == null ? 0 : header.value().length;
    }
    return size;
  }

  public ProducerRecord<String, byte[]> control(Control control, Instant at) {
    return withHeaders(
        new ProducerRecord<>(
            topics.control(),
            0,
            RecordKeys.run(control.workspace(), control.run()),
            Envelope.encode(control, at)),
        control.workspace(),
        control.run());
  }

  /** The run has ended: nothing need be known of it any more. */
  public ProducerRecord<String, byte[]> controlEnded(String workspace, String run) {
    return new ProducerRecord<>(topics.control(), 0, RecordKeys.run(workspace, run), null);
  }

  /** A submission as it is: plan documents travel bare. {@code key} is anything. */
  public List<ProducerRecord<String, byte[]>> submission(
      String key, @Nullable String run, @Nullable String workspace, byte[] document) {
    return submission(key, run, workspace, document, Map.of());
  }

  /** The same with what the submitter chose ({@link Headers#OPTIONS}, {@link Headers#BY}). */
  public List<ProducerRecord<String, byte[]>> submission(
      String key,
      @Nullable String run,
      @Nullable String workspace,
      byte[] document,
      Map<String, String> more) {
    ProducerRecord<String, byte[]> record = new ProducerRecord<>(topics.plans(), key, document);
    if (run != null) {
      Headers.put(record.headers(), Headers.RUN, run);
    }
    if (workspace != null) {
      Headers.put(record.headers(), Headers.WORKSPACE, workspace);
    }
    more.forEach((name, value) -> Headers.put(record.headers(), name, value));
    if (document.length <= LARGEST_SUBMISSION) {
      return List.of(record);
    }
    // Parts are put together by the reader of one partition.
    return Parts.message(
        new ProducerRecord<>(
            record.topic(), partitioner.partition(key), key, document, record.headers()));
  }

  /**
   * A record of a topic that is partitioned by workspace, from bytes that are encoded already; null
   * is a tombstone.
   */
  public ProducerRecord<String, byte[]> keyed(
      String topic, String workspace, String key, @Nullable String run, byte @Nullable [] value) {
    ProducerRecord<String, byte[]> record =
        new ProducerRecord<>(topic, partitioner.partition(workspace), key, value);
    Headers.put(record.headers(), Headers.WORKSPACE, workspace);
    if (run != null) {
      Headers.put(record.headers(), Headers.RUN, run);
    }
    return record;
  }

  private static ProducerRecord<String, byte[]> withHeaders(
      ProducerRecord<String, byte[]> record, String workspace, String run) {
    Headers.put(record.headers(), Headers.WORKSPACE, workspace);
    Headers.put(record.headers(), Headers.RUN, run);
    return record;
  }

  /** What became of a record's bytes. */
  public sealed interface Decoded {}

  public record Understood(Envelope envelope) implements Decoded {}

  /** Not a message: park it, go on. */
  public record Malformed(String cause) implements Decoded {}

  /** Its version says that a newer build wrote it: in the inbox a reason to stop, else to park. */
  public record Newer(String cause) implements Decoded {}

  public static Decoded decode(byte @Nullable [] value) {
    if (value == null) {
      return new Malformed("the record has no value");
    }
    if (value.length > Limits.STANDARD.bytes().message()) {
      return new Malformed(
          "it has "
              + value.length
              + " bytes; a message may have "
              + Limits.STANDARD.bytes().message());
    }
    try {
      return new Understood(Envelope.decode(value));
    } catch (MalformedMessage e) {
      String at = e.line() > 0 ? " (line " + e.line() + ", column " + e.column() + ")" : "";
      return new Malformed(e.getMessage() + at);
    } catch (Envelope.Unknown e) {
      String cause = String.valueOf(e.getMessage());
      return e.newer() ? new Newer(cause) : new Malformed(cause);
    } catch (StackOverflowError e) {
      return new Malformed("it is nested too deeply to be read");
    }
  }

  public static @Nullable String run(ConsumerRecord<String, byte[]> record) {
    return Headers.text(record.headers(), Headers.RUN);
  }

  /** The attempt that a task's headers name; nothing if they don't. */
  public static OptionalInt attempt(ConsumerRecord<String, byte[]> record) {
    String text = Headers.text(record.headers(), Headers.ATTEMPT);
    try {
      return text == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return OptionalInt.empty();
    }
  }

  public static @Nullable String workspace(ConsumerRecord<String, byte[]> record) {
    return Headers.text(record.headers(), Headers.WORKSPACE);
  }
}
