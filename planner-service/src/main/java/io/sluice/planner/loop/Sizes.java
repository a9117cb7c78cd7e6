package io.sluice.planner.loop;

import io.sluice.model.limit.Limits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/** The size of a record, known before it is sent. */
final class Sizes {
  /** Keys and headers come on top of what a value may have; topics take 1 MiB. */
  private static final int BESIDE_VALUE = 64 * 1024;

  private static final int OVERHEAD = 512;

  private Sizes() {}

  static long bytes(ProducerRecord<String, byte[]> record) {
    long bytes = OVERHEAD;
    bytes += record.value() == null ? 0 : record.value().length;
    bytes += record.key() == null ? 0 : record.key().getBytes(StandardCharsets.UTF_8).length;
    for (Header header : record.headers()) {
      bytes += header.key().length() + (header.value() == null ? 0 : header.value().length);
    }
    return bytes;
  }

  /** What is wrong with the first that is too large for its topic. */
  static Optional<String> misfit(List<ProducerRecord<String, byte[]>> records) {
    int most = Limits.STANDARD.bytes().record() + BESIDE_VALUE;
    return records.stream()
        .filter(record -> bytes(record) > most)
        .findFirst()
        .map(
            record ->
                "The answer has "
                    + bytes(record)
                    + " bytes for "
                    + record.topic()
                    + ", the most is "
                    + most);
  }
}
