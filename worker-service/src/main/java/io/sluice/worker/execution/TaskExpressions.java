package io.sluice.worker.execution;

import io.sluice.language.expression.FileTemplates;
import io.sluice.language.expression.WorkerExpressions;
import io.sluice.language.function.FileAccess;
import io.sluice.language.function.LateFunctions;
import io.sluice.language.function.library.DerivedMoment;
import io.sluice.language.function.library.Functions;
import io.sluice.language.substitution.Expressions;
import io.sluice.language.substitution.Openings;
import io.sluice.model.message.Task;
import io.sluice.worker.secret.Environment;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * The evaluator of the expressions that a plan left for the run. It has the worker's environment
 * and no files: what a configuration reads was read when it was planned.
 */
public final class TaskExpressions {
  private static final String DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int ULID_LENGTH = 26;
  private static final int TIME_LENGTH = 10;

  private TaskExpressions() {}

  public static Expressions of(
      Task task, Environment environment, LateFunctions ofProviders, Openings openings) {
    DerivedMoment moment =
        new DerivedMoment(task.token(), runTime(task.run()), environment::lookup);
    return new WorkerExpressions(
        Functions.all(),
        FileTemplates.context(Functions.all(), FileAccess.NONE, moment),
        ofProviders,
        openings);
  }

  /**
   * When the run was asked for, as its id says: the same for every attempt and every worker, which
   * a clock is not. An id that a person chose says nothing.
   */
  static Optional<String> runTime(String run) {
    String id = run.toLowerCase(Locale.ROOT);
    if (id.length() != ULID_LENGTH || id.charAt(0) > '7') {
      return Optional.empty();
    }
    long millis = 0;
    for (int i = 0; i < ULID_LENGTH; i++) {
      int digit = DIGITS.indexOf(id.charAt(i));
      if (digit < 0) {
        return Optional.empty();
      }
      millis = i < TIME_LENGTH ? (millis << 5) | digit : millis;
    }
    return Optional.of(Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString());
  }
}
