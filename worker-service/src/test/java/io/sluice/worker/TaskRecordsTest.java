package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.model.ErrorClass;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Outcome;
import io.sluice.transport.Connection;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Headers;
import io.sluice.transport.topic.Topics;
import io.sluice.worker.claim.Claim;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

final class TaskRecordsTest {
  private final Topics topics = Topics.of(Connection.embedded("k:1", "z:1"));
  private final MockProducer<String, byte[]> letters =
      new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
  private final List<String> settled = Collections.synchronizedList(new ArrayList<>());
  private final List<InboxMessage> told = new ArrayList<>();
  private final TaskRecords records =
      new TaskRecords(
          letters,
          new DeadLetters(topics, "worker"),
          (workspace, message) -> {
            told.add(message);
            return CompletableFuture.completedFuture(null);
          },
          "w1");

  @Test
  void aTaskOfANewerVersionGoesBackForANewerWorker() throws Exception {
    String newer = "{\"v\":99,\"type\":\"Task\",\"at\":\"2026-01-01T00:00:00Z\",\"payload\":{}}";

    assertThat(records.decode(claim("run-1/thing.a", newer, Map.of()))).isEmpty();

    for (int i = 0; i < 200 && settled.isEmpty(); i++) {
      Thread.sleep(50);
    }
    assertThat(settled).containsExactly("RELEASE");
    assertThat(letters.history()).isEmpty();
    assertThat(told).isEmpty();
  }

  @Test
  void theNodeOfAnUnreadableTaskFailsWithTheCause() {
    String bad = "{\"v\":1,\"type\":\"Task\",\"at\":\"2026-01-01T00:00:00Z\",\"payload\":[]}";
    Map<String, String> headers =
        Map.of(Headers.RUN, "run-1", Headers.WORKSPACE, "shop", Headers.ATTEMPT, "3");

    assertThat(records.decode(claim("run-1/thing.a[\"x/y\"]", bad, headers))).isEmpty();

    assertThat(letters.history()).hasSize(1);
    assertThat(settled).containsExactly("ACCEPT");
    assertThat(told)
        .singleElement()
        .isInstanceOfSatisfying(
            InboxMessage.Result.class,
            result -> {
              assertThat(result.run()).isEqualTo("run-1");
              assertThat(result.node()).isEqualTo("thing.a[\"x/y\"]");
              assertThat(result.attempt()).isEqualTo(3);
              assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
              assertThat(result.error().errorClass()).isEqualTo(ErrorClass.PERMANENT);
              assertThat(result.error().message()).contains("dlq");
            });
  }

  @Test
  void whatNamesNoNodeIsOnlyParked() {
    records.decode(claim("k", "noise", Map.of()));
    records.decode(claim("k", "noise", Map.of(Headers.RUN, "run-1", Headers.ATTEMPT, "x")));

    assertThat(letters.history()).hasSize(2);
    assertThat(settled).containsExactly("ACCEPT", "ACCEPT");
    assertThat(told).isEmpty();
  }

  @Test
  void aMarkerIsOnlyAcknowledged() {
    assertThat(records.decode(claim("!marker", "", Map.of(Headers.MARKER, "1")))).isEmpty();

    assertThat(letters.history()).isEmpty();
    assertThat(settled).containsExactly("ACCEPT");
  }

  private Claim claim(String key, String value, Map<String, String> headers) {
    RecordHeaders all = new RecordHeaders();
    headers.forEach((name, text) -> all.add(name, text.getBytes(StandardCharsets.UTF_8)));
    ConsumerRecord<String, byte[]> record =
        new ConsumerRecord<>(
            "tasks",
            0,
            7,
            0L,
            TimestampType.CREATE_TIME,
            0,
            0,
            key,
            value.getBytes(StandardCharsets.UTF_8),
            all,
            Optional.empty(),
            Optional.of((short) 1));
    return new Claim("w1-1", record, 0, settlement -> settled.add(settlement.type().name()));
  }
}
