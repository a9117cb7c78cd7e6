package io.sluice.planning.configuration.recorded;

import io.sluice.language.value.ListValue;
import io.sluice.language.value.MapValue;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.SetValue;
import io.sluice.language.value.TupleValue;
import io.sluice.language.value.Value;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import io.sluice.planning.ask.Answer;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers of providers where they are known, and otherwise expectations: an object that is
 * configured as recorded stays as it is. The questions of a plan drawn from these will be asked if
 * the expectations hold. The plan itself is thrown away.
 *
 * <p>Only questions about objects that stay are foreseen. A data source may write files, and what
 * is to go may turn out to be wanted.
 */
public final class Foreseen implements Answers {
  private final Answers known;
  private final Answers recorded = new AsRecorded();
  private final List<Question> asked = new ArrayList<>();

  public Foreseen(Answers known) {
    this.known = known;
  }

  @Override
  public Optional<Answer> to(Question question) {
    Optional<Answer> answer = known.to(question);
    if (answer.isEmpty() && question instanceof Question.Call call) {
      asked.add(call);
      return answer;
    }
    // A provider that is configured with what is only expected would be started for nothing.
    if (answer.isPresent()
        || !(question instanceof Question.Change change)
        || change.isDestroy()
        || !change.use().needs().isEmpty()) {
      return answer;
    }
    asked.add(change);
    return stays(change) ? recorded.to(change) : Optional.empty();
  }

  /** The questions without an answer. */
  public List<Question> asked() {
    return List.copyOf(asked);
  }

  private static boolean stays(Question.Change change) {
    if (change.forced() || !(change.origin() instanceof Question.Origin.Recorded)) {
      return false;
    }
    return change.prior().filter(record -> stays(record, change)).isPresent();
  }

  private static boolean stays(StateRecord record, Question.Change change) {
    return record.status() == RecordStatus.OK
        && record.schemaVersion() == change.type().schema().version()
        && isIn(AsRecorded.value(record, change), change.config());
  }

  /** Whether everything that is configured is there already. */
  private static boolean isIn(Value recorded, Value configured) {
    if (configured.isNull()) {
      return true;
    }
    if (!configured.isKnown() || !recorded.isKnown()) {
      return false;
    }
    return switch (configured) {
      case ObjectValue object -> areIn(recorded, object.map());
      case MapValue map -> areIn(recorded, map.map());
      case ListValue list -> areIn(recorded, list.list());
      case TupleValue tuple -> areIn(recorded, tuple.list());
      case SetValue set -> areAnywhereIn(recorded, set.list());
      case Value.StringValue text -> text.equals(recorded);
      case Value.NumberValue number -> number.equals(recorded);
      case Value.BoolValue bool -> bool.equals(recorded);
      case Value.NullValue nothing -> true;
      case Value.UnknownValue unknown -> false;
      case Value.MarkedValue marked -> isIn(recorded, marked.inner());
    };
  }

  private static boolean areIn(Value recorded, Map<String, Value> configured) {
    if (recorded.isNull()) {
      return configured.isEmpty();
    }
    Map<String, Value> there = recorded.entries();
    return configured.entrySet().stream()
        .allMatch(
            entry -> {
              Value value = there.get(entry.getKey());
              return value == null ? entry.getValue().isNull() : isIn(value, entry.getValue());
            });
  }

  /** None may be configured where the provider has given some. */
  private static boolean areIn(Value recorded, List<Value> configured) {
    if (configured.isEmpty()) {
      return true;
    }
    List<Value> there = recorded.isNull() ? List.of() : List.copyOf(recorded.elements());
    boolean all = there.size() == configured.size();
    for (int i = 0; all && i < configured.size(); i++) {
      all = isIn(there.get(i), configured.get(i));
    }
    return all;
  }

  private static boolean areAnywhereIn(Value recorded, List<Value> configured) {
    if (configured.isEmpty()) {
      return true;
    }
    List<Value> there = recorded.isNull() ? List.of() : List.copyOf(recorded.elements());
    return there.size() == configured.size()
        && configured.stream().allMatch(one -> there.stream().anyMatch(each -> isIn(each, one)));
  }
}
