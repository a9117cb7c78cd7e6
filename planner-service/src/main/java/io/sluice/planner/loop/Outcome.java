package io.sluice.planner.loop;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What came of working on a record. */
public sealed interface Outcome {
  /** It is answered with these, or needs no answer. */
  record Send(List<ProducerRecord<String, byte[]>> records) implements Outcome {
    public Send {
      records = List.copyOf(records);
    }
  }

  /** It can't be answered: the loop goes on as if it had been, and nothing is sent. */
  record Pass(String why) implements Outcome {}

  /** It is tried again in a moment, without a thread till then. */
  record Later(Again again) implements Outcome {}
}
