package io.sluice.cli.follow;

import io.sluice.client.Client;
import io.sluice.client.Letters;
import io.sluice.client.RunRecords;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.query.QueryClient;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What became of a run of which nothing is heard. Its events are what a command waits for; a run
 * that became a letter has none, and the last one of another may be lost or unreadable. Then this
 * finds the event that the command would have waited for in vain.
 */
public record Whereabouts(
    Client client, String run, String workspace, Function<List<String>, String> command) {
  /** How the run ended, if it did or never began. */
  Optional<Event> end(QueryClient query, long sequence) {
    Optional<RunRecord> known = RunRecords.answered(query.run(run));
    if (known.isPresent()) {
      return known
          .filter(RunRecord::ended)
          .map(ended -> event(EventKind.RUN_ENDED, "The run has ended.", sequence));
    }
    return letter().map(each -> event(EventKind.REFUSED, text(each), sequence));
  }

  /** Why the run never began, if a letter says it. */
  public Optional<String> refusal() {
    return letter().map(this::text);
  }

  private Optional<Letters.Listed> letter() {
    return Letters.of(client).of(run);
  }

  private String text(Letters.Listed letter) {
    return "It could not be taken and was set aside as letter "
        + letter.id()
        + ": "
        + letter.letter().cause()
        + "\n`"
        + command.apply(List.of("dlq", "show", letter.id()))
        + "` shows it.";
  }

  private Event event(EventKind kind, String text, long sequence) {
    return new Event(run, workspace, sequence, kind, null, null, null, text, null, Instant.now());
  }
}
