package io.sluice.cli.follow;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.cli.render.run.InterruptedText;
import io.sluice.client.RunRecords;
import io.sluice.model.message.Event;
import io.sluice.model.record.RunRecord;
import io.sluice.transport.query.QueryClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The runs that another one waits for: whose they are, how far, and how to end the wait. */
public final class RunsAhead {
  private static final int SHOWN = 3;

  private RunsAhead() {}

  /**
   * @param waiting the event of a run that waits for its claim
   * @param command a command of this deployment, quoted for a shell
   */
  public static List<String> of(
      QueryClient query, Event waiting, Function<List<String>, String> command) {
    List<String> texts = new ArrayList<>();
    JsonNode data = waiting.data();
    if (data != null) {
      for (JsonNode id : data.path("for")) {
        if (texts.size() < SHOWN) {
          RunRecords.answered(query.run(id.asText()))
              .filter(run -> !run.ended())
              .ifPresent(run -> texts.add(text(run, command)));
        }
      }
    }
    return texts;
  }

  public static String text(RunRecord run, Function<List<String>, String> command) {
    return "Waiting for run "
        + run.run()
        + ": "
        + InterruptedText.what(run, Instant.now())
        + ".\n  To follow it: "
        + command.apply(List.of("runs", "watch", run.run()))
        + "\n  "
        + InterruptedText.ending(run, command);
  }
}
