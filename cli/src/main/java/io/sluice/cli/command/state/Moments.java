package io.sluice.cli.command.state;

import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.follow.KnownRun;
import io.sluice.cli.terminal.Fault;
import io.sluice.model.time.DurationText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.regex.Pattern;

/** A moment as a person types it, in the words of the query API. */
final class Moments {
  static final String HELP =
      "`now`, a time (2026-01-31T12:00:00Z, 2026-01-31), how long ago (2h, 3d), a run, or RUN^ for"
          + " just before that run";
  private static final Pattern AGO = Pattern.compile("\\d{1,6}[smh]|\\d{1,4}d");
  private static final Pattern RUN = Pattern.compile("[0-9a-z]{26}");

  private Moments() {}

  static String of(Deployment deployment, String typed) {
    if (typed.equals("now")) {
      return typed;
    }
    if (typed.endsWith("^")) {
      return "before:" + run(deployment, typed.substring(0, typed.length() - 1));
    }
    if (AGO.matcher(typed).matches()) {
      return Instant.now().minus(DurationText.duration(typed)).toString();
    }
    try {
      return time(typed).toString();
    } catch (DateTimeException e) {
      requireRun(typed);
      return "run:" + run(deployment, typed);
    }
  }

  /** A word that can name no run is no moment at all. */
  private static void requireRun(String typed) {
    if (!typed.equals(KnownRun.LAST) && !(typed.matches("[0-9a-z]+") && typed.matches(".*\\d.*"))) {
      throw Fault.of("\"" + typed + "\" names no moment", "It can be " + HELP + ".", "");
    }
  }

  private static Instant time(String typed) {
    if (typed.length() == 10) {
      return LocalDate.parse(typed).atStartOfDay(ZoneId.systemDefault()).toInstant();
    }
    return typed.endsWith("Z")
        ? Instant.parse(typed)
        : typed.matches(".*[+-]\\d\\d:\\d\\d")
            ? java.time.OffsetDateTime.parse(typed).toInstant()
            : LocalDateTime.parse(typed).atZone(ZoneId.systemDefault()).toInstant();
  }

  /** The log may know a run that is no longer remembered: a whole id is taken as it is. */
  private static String run(Deployment deployment, String typed) {
    return RUN.matcher(typed).matches() ? typed : KnownRun.find(deployment, typed).run().run();
  }
}
