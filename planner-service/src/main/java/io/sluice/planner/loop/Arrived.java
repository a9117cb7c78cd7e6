package io.sluice.planner.loop;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A record, or several that were parts of one value: {@code record} is then the last of them.
 *
 * @param tries how often it was tried while a service did not answer
 * @param overdue it has waited for as long as one may
 */
public record Arrived(
    ConsumerRecord<String, byte[]> record, byte[] value, int tries, boolean overdue) {
  public Arrived(ConsumerRecord<String, byte[]> record, byte[] value) {
    this(record, value, 0, false);
  }

  Arrived again(int number, boolean late) {
    return new Arrived(record, value, number, late);
  }
}
