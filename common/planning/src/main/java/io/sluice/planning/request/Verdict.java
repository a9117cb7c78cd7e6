package io.sluice.planning.request;

import io.sluice.model.message.PlanRequest;

/**
 * What becomes of a request. Requests are not dropped because of an epoch: one that was committed
 * was written by the owner of its time, and the round that its answer repeats says whether the
 * answer still counts. One that cannot be answered for long is skipped without an answer, as if its
 * planner had died: only an owner that still waits asks again.
 */
public sealed interface Verdict {
  /** How often to ask an owner whose answer is no state. */
  int PATIENCE = 3;

  /** No owner is so many versions ahead of what is read of it: it would take years of work. */
  long FARTHEST = 1_000_000_000_000L;

  /** With what was seen. */
  record Answer() implements Verdict {}

  /** Ask the owner again in a moment; other requests need not wait meanwhile. */
  record Later(String why, Missing missing) implements Verdict {}

  /** No answer, and no refusal either: its owner may ask again. */
  record Pass(String why) implements Verdict {}

  record Refuse(String why) implements Verdict {}

  /** What a request waits for. */
  enum Missing {
    OWNER,
    VERSION
  }

  /**
   * @param overdue it has waited for as long as one may
   */
  static Verdict of(PlanRequest request, Sight sight, boolean overdue) {
    return switch (sight) {
      case Sight.Seen(long epoch, long version) ->
          epoch >= request.epoch() && version >= request.version()
              ? new Answer()
              : behind(request, older(request, version), version, overdue);
      case Sight.Behind(String why, Long version) ->
          version == null
              ? later(why, Missing.VERSION, overdue)
              : behind(request, why, version, overdue);
      case Sight.Away(String why) -> later(why, Missing.OWNER, overdue);
      case Sight.Faulty(String why, int times) ->
          times < PATIENCE ? new Later(why, Missing.OWNER) : new Refuse(why);
    };
  }

  private static Verdict behind(PlanRequest request, String why, long version, boolean overdue) {
    return request.version() - FARTHEST > version
        ? new Pass(why)
        : later(why, Missing.VERSION, overdue);
  }

  private static Verdict later(String why, Missing missing, boolean overdue) {
    return overdue ? new Pass(why) : new Later(why, missing);
  }

  private static String older(PlanRequest request, long version) {
    return "the state of workspace "
        + request.workspace()
        + " was seen at version "
        + version
        + ", but the request is from "
        + request.version();
  }
}
