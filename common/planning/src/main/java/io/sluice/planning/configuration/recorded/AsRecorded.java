package io.sluice.planning.configuration.recorded;

import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.language.value.Values;
import io.sluice.model.Action;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.PlannedObject;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.values.ConfiguredValue;
import io.sluice.planning.configuration.values.PlannedValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers in place of providers, for commands that only look at a configuration: an object is as
 * state has it and stays so, and what was never read is unknown.
 */
public final class AsRecorded implements Answers {
  @Override
  public Optional<Answer> to(Question question) {
    return switch (question) {
      case Question.Comparison comparison -> Answers.AT_ONCE.to(comparison);
      case Question.Change change -> Optional.of(new Answer.Planned(planned(change)));
      case Question.Data data -> Optional.of(new Answer.Given(Values.UNKNOWN, List.of()));
      case Question.Open open -> Optional.empty();
      case Question.Validity validity -> Optional.of(new Answer.Given(Values.UNKNOWN, List.of()));
      case Question.Call call -> Optional.empty();
    };
  }

  private static PlannedObject planned(Question.Change change) {
    Optional<Value> recorded =
        change.origin() instanceof Question.Origin.Recorded
            ? change.prior().map(record -> value(record, change))
            : change.prior().map(record -> unknownWhereGiven(change));
    Action action =
        change.isDestroy() ? Action.DELETE : recorded.isPresent() ? Action.NOOP : Action.CREATE;
    Value after =
        change.isDestroy() ? change.config() : recorded.orElseGet(() -> unknownWhereGiven(change));
    return new PlannedObject(action, recorded, after, List.of(), null, List.of());
  }

  static Value value(StateRecord record, Question.Change change) {
    return ConfiguredValue.unmarked(PlannedValues.of(change.type().schema(), record));
  }

  private static Value unknownWhereGiven(Question.Change change) {
    Map<String, Value> written = new LinkedHashMap<>();
    if (change.config() instanceof ObjectValue object) {
      object
          .map()
          .forEach(
              (name, value) -> {
                if (!value.isNull()) {
                  written.put(name, value);
                }
              });
    }
    return ConfiguredValue.unmarked(PlannedValues.object(change.type().schema().body(), written));
  }
}
