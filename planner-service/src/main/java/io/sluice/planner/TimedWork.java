package io.sluice.planner;

import io.sluice.planner.loop.Arrived;
import io.sluice.planner.loop.Outcome;
import io.sluice.planner.loop.Work;
import io.sluice.service.measure.Figure;
import io.sluice.service.measure.Measures;
import io.sluice.transport.message.Headers;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Times how long answers take and says in the log whose they are; changes none of them. */
record TimedWork(String topic, Work work, Measures measures) implements Work {
  @Override
  public Outcome answer(Arrived arrived) throws InterruptedException {
    long began = System.nanoTime();
    String word = "failed";
    name("workspace", Headers.text(arrived.record().headers(), Headers.WORKSPACE));
    name("run", Headers.text(arrived.record().headers(), Headers.RUN));
    try {
      Outcome outcome = work.answer(arrived);
      word =
          switch (outcome) {
            case Outcome.Send sent -> "sent";
            case Outcome.Later later -> "later";
            case Outcome.Pass pass -> "passed";
          };
      return outcome;
    } finally {
      MDC.clear();
      measures.since(Figure.PLANNER_TIME, began, topic, word);
    }
  }

  /** In each line of the log that this work writes. */
  private static void name(String what, @Nullable String value) {
    if (value != null) {
      MDC.put(what, value);
    }
  }

  @Override
  public List<ProducerRecord<String, byte[]>> refusal(Arrived arrived, String why) {
    return work.refusal(arrived, why);
  }

  @Override
  public String lane(ConsumerRecord<String, byte[]> record) {
    return work.lane(record);
  }
}
