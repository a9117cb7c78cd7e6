package io.sluice.planning;

import io.sluice.model.message.Snapshot;
import io.sluice.planning.ask.Answers;
import io.sluice.planning.ask.Question;
import io.sluice.planning.configuration.recorded.Foreseen;
import java.util.ArrayList;
import java.util.List;

/**
 * Planning for those to whom each round of questions is a long way: what will be asked one after
 * the other, if objects are found as they are recorded, is asked at once. An answer to a question
 * that nobody asks in the end is left unused.
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

  /** Whether as many are asked about as there are. */
  private static boolean isAll(Planning.Ask ask, Snapshot snapshot) {
    return snapshot.resources().stream().filter(record -> record.source() != null).count()
        <= ask.questions().size();
  }
}
