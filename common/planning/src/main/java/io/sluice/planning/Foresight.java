package io.sluice.planning;

import io.sluice.model.message.Snapshot;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.recorded.Foreseen;
import java.util.ArrayList;
import java.util.List;

/**
 * Planning for a caller to whom each round of questions is expensive. It asks at once what would be
 * asked in later rounds if all objects are as recorded. Answers that the plan does not need in the
 * end are left unused.
 */
public final class Foresight {
  private Foresight() {}

  /** As {@link Planning#of}, except that more may be asked than has to be answered first. */
  public static Planning.Outcome of(Planning.Request request, Snapshot snapshot, Answers answers) {
    Planning.Outcome outcome = Planning.of(request, snapshot, answers);
    if (!(outcome instanceof Planning.Ask ask) || isAll(ask, snapshot)) {
      return outcome;
    }
    Foreseen foreseen = new Foreseen(answers);
    var unused = Planning.of(request, snapshot, foreseen);
    List<Question> all = new ArrayList<>(ask.questions());
    all.addAll(foreseen.asked());
    return new Planning.Ask(all);
  }

  /** Whether the questions are about as many objects as there are. */
  private static boolean isAll(Planning.Ask ask, Snapshot snapshot) {
    return snapshot.resources().stream().filter(record -> record.source() != null).count()
        <= ask.questions().size();
  }
}
