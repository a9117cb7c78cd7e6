package io.sluice.machine.request;

import io.sluice.model.message.PlanRequest;

/**
 * What becomes of a request. There is no way to say nothing: whoever asked waits for an answer, and
 * a run that gets none holds its claim. Requests are not dropped because of an epoch either. One
 * that was committed was written by the owner of its time; whether its answer still counts is told
 * by the round that the answer repeats.
 */
public sealed interface Verdict {
  /** An answer of the owner that is no state is asked for so often. */
  int PATIENCE = 3;

  /** With what was seen. */
  record Answer() implements Verdict {}

  /** Ask the owner again in a moment; nobody else need wait meanwhile. */
  record Later(String why) implements Verdict {}

  record Refuse(String why) implements Verdict {}

  static Verdict of(PlanRequest request, Sight sight) {
    return switch (sight) {
      case Sight.Seen(long epoch, long version) ->
          epoch >= request.epoch() && version >= request.version()
              ? new Answer()
              : new Later(
                  "the state of workspace "
                      + request.workspace()
                      + " was seen as of version "
                      + version
                      + ", the request is of "
                      + request.version());
      case Sight.Away(String why) -> new Later(why);
      case Sight.Faulty(String why, int times) ->
          times < PATIENCE ? new Later(why) : new Refuse(why);
    };
  }
}
