package io.sluice.state.ownership;

import io.sluice.state.intake.Origin;
import io.sluice.state.intake.Poison;
import io.sluice.state.intake.Progress;
import io.sluice.state.intake.Source;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the owners before this one wrote down of how they ended. */
final class Predecessors {
  private static final Logger LOG = LoggerFactory.getLogger(Predecessors.class);

  private Predecessors() {}

  /** An input at which several of them ended is blamed, and after some more not even read. */
  static void passOverWhatEndedThem(
      PartitionContext around, int partition, Progress progress, Poison poison, Batch batch) {
    for (Source source : Source.values()) {
      Origin.Read tried = progress.tried(source);
      int tries = progress.tries(source);
      if (tried == null || tries < Progress.PATIENCE) {
        continue;
      }
      String cause = tries + " owners in succession ended at this offset";
      poison.atLeast(tried, cause, tries - Progress.PATIENCE + 1);
      if (tries >= Progress.LAST && progress.applied(source) <= tried.offset()) {
        LOG.error("{} is skipped without being read: {}", tried, cause);
        ConsumerRecord<String, byte[]> unread =
            new ConsumerRecord<>(
                source.topic(around.messages().topics()),
                partition,
                tried.offset(),
                null,
                new byte[0]);
        batch.add(around.deadLetters().letter(unread, cause, Instant.now()));
        progress.intake(source).passTo(tried.offset() + 1);
      }
    }
  }
}
