package io.sluice.cli.render.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.json.Json;
import io.sluice.model.message.Event;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.NodeSummary;
import io.sluice.model.record.RunCounts;
import io.sluice.model.record.RunOutcome;
import io.sluice.model.record.RunRecord;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How a run ended, from its last event or its record. */
public record RunEnd(
    String run,
    String workspace,
    RunKind kind,
    RunOutcome outcome,
    RunCounts counts,
    List<NodeSummary> failed,
    List<String> reasons) {

  /** The data of the last event; unknown fields are ignored. */
  private record Announced(
      @Nullable RunOutcome outcome,
      @Nullable RunCounts counts,
      @Nullable List<NodeSummary> failed,
      @Nullable List<String> reasons) {}

  /** Empty when the event does not say enough. */
  public static Optional<RunEnd> of(Event event, RunKind kind) {
    JsonNode data = event.data();
    if (data == null) {
      return Optional.empty();
    }
    try {
      Announced told = Json.mapper().treeToValue(data, Announced.class);
      if (told == null || told.outcome() == null || told.counts() == null) {
        return Optional.empty();
      }
      return Optional.of(
          new RunEnd(
              event.run(),
              event.workspace(),
              kind,
              told.outcome(),
              told.counts(),
              told.failed() == null ? List.of() : told.failed(),
              told.reasons() == null ? List.of() : told.reasons()));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  public static RunEnd of(RunRecord run) {
    return new RunEnd(
        run.run(),
        run.workspace(),
        run.kind(),
        run.outcome() == null ? RunOutcome.FAILED : run.outcome(),
        run.counts(),
        run.failed(),
        run.reasons());
  }
}
