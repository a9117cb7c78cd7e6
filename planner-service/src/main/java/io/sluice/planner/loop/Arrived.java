package io.sluice.planner.loop;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A record, or several that were parts of one value: {@code record} is then the last of them. */
public record Arrived(ConsumerRecord<String, byte[]> record, byte[] value) {}
