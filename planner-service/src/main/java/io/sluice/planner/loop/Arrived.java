package io.sluice.planner.loop;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record, or several that were parts of one value: {@code record} is then the last of them.
 *
 * @param tries how often it was worked on before, for which somebody was away
 */
public record Arrived(ConsumerRecord<String, byte[]> record, byte[] value, int tries) {
  Arrived again(int number) {
    return new Arrived(record, value, number);
  }
}
