package io.sluice.transport.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.model.json.Json;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.DeadLetter;
import io.sluice.model.message.Envelope;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Order;
import io.sluice.transport.Connection;
import io.sluice.transport.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

class BoundsTest {
  private static final int MIB = 1024 * 1024;
  private static final Instant AT = Instant.parse("2026-01-02T03:04:05Z");
  private final Connection connection = Connection.embedded("127.0.0.1:1", "127.0.0.1:2");
  private final Messages messages = new Messages(connection);

  private static ConsumerRecord<String, byte[]> record(String key, byte[] value) {
    return new ConsumerRecord<>("t", 0, 7, key, value);
  }

  @Test
  void aLetterIsSmallWhateverItIsAbout() throws Exception {
    ConsumerRecord<String, byte[]> bomb = record("k".repeat(MIB), new byte[30 * MIB]);
    bomb.headers().add("large", new byte[MIB]);
    bomb.headers().add(Headers.RUN, "r1".getBytes(StandardCharsets.UTF_8));
    bomb.headers().add(Headers.WORKSPACE, "w".repeat(MIB).getBytes(StandardCharsets.UTF_8));

    ProducerRecord<String, byte[]> sent =
        new DeadLetters(Topics.of(connection), "test").letter(bomb, "c".repeat(MIB), AT);

    messages.requireFit(sent);
    DeadLetter letter = Envelope.decode(sent.value(), DeadLetter.class);
    assertThat(letter.value()).hasSize(Limits.STANDARD.bytes().letter());
    assertThat(letter.length()).isEqualTo(30L * MIB);
    assertThat(letter.digest()).isNotBlank();
    assertThat(letter.run()).isEqualTo("r1");
    assertThat(Messages.size(sent)).isLessThan(512 * 1024);
  }

  @Test
  void anEventThatSaysTooMuchIsCutAndSaysSo() throws Exception {
    Event event =
        new Event(
            "r".repeat(MIB),
            "w".repeat(MIB),
            1,
            EventKind.NODE_FAILED,
            "n".repeat(MIB),
            1,
            "worker",
            "x".repeat(MIB),
            Json.object().put("error", "y".repeat(MIB)),
            AT);

    ProducerRecord<String, byte[]> sent = messages.event(event);

    messages.requireFit(sent);
    assertThat(sent.value()).hasSizeLessThan(Limits.STANDARD.bytes().event());
    Event said = Envelope.decode(sent.value(), Event.class);
    assertThat(said.text()).startsWith("xxx").contains("1048576 characters");
    assertThat(said.data().path("error").asText()).contains("1048576 characters");
  }

  @Test
  void dataThatGrowsOnTheWireIsLeftOut() throws Exception {
    Event event =
        new Event(
            "r",
            "w",
            1,
            EventKind.NODE_FAILED,
            "n",
            1,
            "worker",
            "x",
            Json.object().put("error", "\u0001".repeat(45_000)),
            AT);

    ProducerRecord<String, byte[]> sent = messages.event(event);

    assertThat(sent.value()).hasSizeLessThan(Limits.STANDARD.bytes().event());
    assertThat(Envelope.decode(sent.value(), Event.class).data().path("cut").asBoolean()).isTrue();
  }

  @Test
  void aRecordThatItsTopicWouldRefuseIsKnownBefore() {
    ProducerRecord<String, byte[]> large =
        messages.keyed("sluice.runs", "w", "k".repeat(MIB), null, new byte[10]);
    assertThatThrownBy(() -> messages.requireFit(large)).isInstanceOf(Parts.TooLarge.class);
  }

  @Test
  void whatUnpacksToTooMuchIsNoMessage() {
    assertThat(Messages.decode(new byte[Limits.STANDARD.bytes().message() + 1]))
        .isInstanceOf(Messages.Malformed.class);
  }

  private static List<ConsumerRecord<String, byte[]>> parts(long from, int bytes) {
    List<ConsumerRecord<String, byte[]>> parts = new ArrayList<>();
    for (ProducerRecord<String, byte[]> part :
        Parts.message(new ProducerRecord<>("inbox", 0, "w", new byte[bytes]))) {
      ConsumerRecord<String, byte[]> arrived =
          new ConsumerRecord<>("inbox", 0, from + 2L * parts.size(), part.key(), part.value());
      part.headers().forEach(arrived.headers()::add);
      parts.add(arrived);
    }
    return parts;
  }

  @Test
  void twoMessagesInPartsUnderOneKeyDontTouchEachOther() {
    PartJoiner joiner = new PartJoiner();
    List<ConsumerRecord<String, byte[]>> a = parts(0, 1_000_000);
    List<ConsumerRecord<String, byte[]>> b = parts(1, 1_100_000);
    assertThat(joiner.offer(a.get(0))).isEmpty();
    assertThat(joiner.offer(b.get(0))).isEmpty();
    assertThat(joiner.oldest()).hasValue(0);
    assertThat(joiner.offer(a.get(1))).hasValueSatisfying(w -> assertThat(w.first()).isZero());
    assertThat(joiner.oldest()).hasValue(1);
    assertThat(joiner.offer(b.get(1)))
        .hasValueSatisfying(w -> assertThat(w.value()).hasSize(1_100_000));
    assertThat(joiner.incomplete()).isZero();
  }

  @Test
  void whatNeverComesWholeIsGivenUpAfterATimeAndWhenItIsTooMuch() {
    AtomicLong clock = new AtomicLong();
    PartJoiner joiner = new PartJoiner(false, clock::get);
    joiner.offer(parts(0, 1_000_000).getFirst());
    assertThat(joiner.abandoned()).isEmpty();
    clock.addAndGet(Duration.ofMinutes(2).toNanos());
    assertThat(joiner.abandoned()).singleElement().extracting(a -> a.missing()).isEqualTo(1);
    assertThat(joiner.incomplete()).isZero();

    for (int i = 0; i < 200; i++) {
      joiner.offer(parts(10 + i, 1_000_000).getFirst());
    }
    assertThat(joiner.incomplete()).isLessThan(160);
    assertThat(joiner.abandoned()).isNotEmpty();
  }

  @Test
  void ordersTravelOnTheirOwnTopicWhoeverSendsThem() {
    InboxMessage cancel = new Order.Cancel("r", false, "me");
    assertThat(messages.inbox("w", cancel, AT).getFirst().topic()).isEqualTo("sluice.orders");
    assertThat(messages.inbox("w", cancel, AT).getFirst().partition())
        .isEqualTo(messages.partition("w"));
  }
}
