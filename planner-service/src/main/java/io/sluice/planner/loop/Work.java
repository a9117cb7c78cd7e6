package io.sluice.planner.loop;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What is to be sent for what arrived. It may take its time: others go on beside it. It answers for
 * everything that can arrive. A TransportFailure says that nothing came through: it is tried again;
 * any other exception is a bug, and parks the record.
 */
@FunctionalInterface
public interface Work {
  List<ProducerRecord<String, byte[]>> answer(Arrived arrived) throws InterruptedException;
}
