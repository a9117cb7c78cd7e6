package io.sluice.planner.loop;

import io.sluice.transport.message.Headers;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The work on the records of one topic. It has an answer for everything that can arrive. */
public interface Work {
  /**
   * What is to be sent for what arrived. It may take its time: others go on beside it. Whatever it
   * throws counts against the record, never against the loop: the record gets its {@link #refusal}.
   * Only a TransportFailure that says that a service does not answer is tried again.
   */
  Outcome answer(Arrived arrived) throws InterruptedException;

  /**
   * What is sent instead where no answer can be made or carried. Does next to nothing, so that it
   * succeeds where the answer failed.
   */
  List<ProducerRecord<String, byte[]>> refusal(Arrived arrived, String why);

  /**
   * Whose work it is: answers within a lane keep their order, and a lane takes no more than its
   * share of the threads. A record with neither workspace nor key is a lane of its own.
   */
  default String lane(ConsumerRecord<String, byte[]> record) {
    String workspace = Headers.text(record.headers(), Headers.WORKSPACE);
    if (workspace != null) {
      return workspace;
    }
    return record.key() == null ? "!" + record.partition() + "/" + record.offset() : record.key();
  }
}
