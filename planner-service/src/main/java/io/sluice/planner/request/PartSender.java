package io.sluice.planner.request;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends parts of a plan, and returns when all of them are durable. */
@FunctionalInterface
public interface PartSender {
  void send(List<ProducerRecord<String, byte[]>> parts) throws InterruptedException;
}
