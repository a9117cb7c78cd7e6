package io.sluice.worker.execution;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.provider.Prior;
import io.sluice.provider.Session;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Looks until reads show what was written: many APIs answer first and are consistent later. A
 * dependent must not meet an object that isn't there yet.
 *
 * @param shows whether what was read agrees with what is wanted
 */
record Settling(Session session, String type, OperationContext context, Predicate<JsonNode> shows) {
  private static final Duration VISIBLE = Duration.ofSeconds(30);
  private static final Duration AGREEING = Duration.ofSeconds(2);
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  Outcome written(Outcome outcome) {
    if (!(outcome instanceof Outcome.Done done)) {
      return outcome;
    }
    Prior prior = new Prior(done.id(), done.attributes(), done.privateData(), null);
    long since = System.nanoTime();
    Duration pause = FIRST;
    while (true) {
      Duration so = Duration.ofNanos(System.nanoTime() - since);
      switch (session.read(context, type, prior)) {
        case Outcome.Done there -> {
          if (shows.test(there.attributes())) {
            return complete(there, done) ? there : done;
          }
          if (so.compareTo(AGREEING) > 0) {
            return done;
          }
        }
        case Outcome.Gone gone -> {
          if (so.compareTo(VISIBLE) > 0) {
            return Outcome.permanent(
                    "NOT_VISIBLE",
                    done.id()
                        + " was created, but was not visible for "
                        + VISIBLE.toSeconds()
                        + "s")
                .withPartial(done.id(), done.attributes());
          }
        }
        case Outcome.Failed failed -> {
          if (so.compareTo(VISIBLE) > 0) {
            return done;
          }
        }
        case Outcome.InDoubt doubt -> {
          return done;
        }
      }
      if (!paused(pause)) {
        return done;
      }
      pause = next(pause);
    }
  }

  /** A read may show less than the write, such as a password that is never given back. */
  private static boolean complete(Outcome.Done there, Outcome.Done written) {
    for (var field : written.attributes().properties()) {
      if (!there.attributes().has(field.getKey())) {
        return false;
      }
    }
    return there.id().equals(written.id())
        && (there.privateData() != null || written.privateData() == null);
  }

  Outcome deleted(Outcome outcome, Prior prior) {
    if (!(outcome instanceof Outcome.Gone)) {
      return outcome;
    }
    long since = System.nanoTime();
    Duration pause = FIRST;
    while (session.read(context, type, prior) instanceof Outcome.Done) {
      boolean over =
          Duration.ofNanos(System.nanoTime() - since).compareTo(VISIBLE) > 0 || !paused(pause);
      if (over) {
        return new Outcome.InDoubt(
            "STILL_THERE", prior.id() + " was deleted, but is still visible");
      }
      pause = next(pause);
    }
    return outcome;
  }

  private static Duration next(Duration pause) {
    Duration longer = pause.multipliedBy(2);
    return longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
  }

  private boolean paused(Duration time) {
    try {
      context.pause(time);
      return true;
    } catch (OperationContext.Stopped e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
