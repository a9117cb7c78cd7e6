package io.sluice.worker.plugin;

import io.sluice.bridge.ask.PlannedWork;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlanAsk;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.PlannedChange.Action;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.model.message.Task;
import io.sluice.provider.OperationContext;
import io.sluice.provider.Outcome;
import io.sluice.worker.plugin.Lookup.Look;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes a new object. An object that can be looked up is looked up first: one that is there before
 * the first call is somebody else's. That nothing was there is recorded before the call, so that
 * what is found after a call without an answer is known to be its work.
 */
final class Creation {
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  private final PluginSession session;
  private final PluginTask work;
  private final PlannedWork planned;
  private final Evidence evidence;
  private final Results results;
  private final Lookup lookup;

  /** How objects become results. */
  interface Results {
    Carried applied(PlannedChange change, PlanAsk ask) throws DecodeFailed;

    Carried done(ObjectState object, List<ProviderDiagnostic> said) throws DecodeFailed;
  }

  Creation(
      PluginSession session,
      PluginTask work,
      PlannedWork planned,
      Evidence evidence,
      Results results) {
    this.session = session;
    this.work = work;
    this.planned = planned;
    this.evidence = evidence;
    this.results = results;
    this.lookup = new Lookup(session, work, planned);
  }

  Carried run() throws DecodeFailed {
    Task task = work.task();
    return switch (task.repeat()) {
      case SEARCH -> task.recovering() ? searched() : first();
      case TOKEN -> task.recovering() ? foundIfRefused(make()) : make();
      case NONE, PURE, BY_NAME -> make();
    };
  }

  private Carried make() throws DecodeFailed {
    return results.applied(planned.change(), planned.ask(Optional.empty(), work.config()));
  }

  private Carried first() throws DecodeFailed {
    if (!lookup.isPossible() || lookup.isByIdentity()) {
      return make();
    }
    return switch (lookup.look()) {
      case Look.Nothing nothing -> madeOnAbsence();
      // Looking up some types fails if nothing is there: then the object is made without a look.
      case Look.Failed failed -> lookup.mustSucceed() ? failed.carried() : make();
      case Look.Unclear(String why) ->
          Carried.of(Outcome.user("LOOKUP_UNCLEAR", why + "; nothing was done"));
      // That nothing was there before an attempt that called nothing says nothing of this one.
      case Look.Found(ObjectState object, String by) -> thereBefore(by);
    };
  }

  /** What was deleted a moment ago may still be seen; what stays is not ours. */
  private Carried thereBefore(String by) throws DecodeFailed {
    if (planned.change().action() == Action.REPLACE) {
      return make();
    }
    try {
      evidence.pause(LOOK_AGAIN);
    } catch (OperationContext.Stopped e) {
      return Carried.of(Outcome.transientFailure("CANCELLED", "stopped before it was made"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Carried.of(Outcome.transientFailure("INTERRUPTED", "stopped before it was made"));
    }
    return lookup.look() instanceof Look.Found
        ? Carried.of(
            Outcome.user(
                "EXISTS_ALREADY",
                "%s (%s) exists already, and this run did not create it; nothing was done. Take it over with sluice import, or give the new object another name"
                    .formatted(work.task().address(), by)))
        : madeOnAbsence();
  }

  private Carried madeOnAbsence() throws DecodeFailed {
    if (!evidence.tellAbsent()) {
      return Carried.of(
          Outcome.transientFailure("NOT_BEGUN", "the worker stopped before it was made"));
    }
    return foundIfRefused(make());
  }

  /**
   * A client inside of the provider may have sent its request twice: then the provider says that
   * the object exists, and it is the one that its first request made. It may as well be somebody
   * else's who was faster; so after a refusal only what is just as wanted is taken, and nothing of
   * it is changed.
   */
  private Carried foundIfRefused(Carried made) throws DecodeFailed {
    boolean isRefused =
        made.outcome() instanceof Outcome.Failed failed
            && failed.partial() == null
            && made.wasCalled();
    boolean isDoubt = made.outcome() instanceof Outcome.InDoubt && made.hasEnded();
    if ((!isRefused && !isDoubt)
        || !lookup.isPossible()
        || !(lookup.look() instanceof Look.Found(ObjectState object, String by))) {
      return made;
    }
    if (isDoubt && evidence.isAbsent()) {
      return adopted(object);
    }
    return isAsWanted(object) ? results.done(object, List.of()) : made;
  }

  /** An earlier call may have made it. */
  private Carried searched() throws DecodeFailed {
    if (work.task().callers().contains(Task.UNKNOWN_CALLER)) {
      return unsettled(
          "an attempt of an earlier plan may have created it, perhaps under another name");
    }
    if (!lookup.isPossible()) {
      return unsettled("there is nothing to look it up by");
    }
    return switch (lookup.look()) {
      case Look.Failed failed -> failed.carried();
      case Look.Unclear(String why) -> unsettled(why);
      case Look.Found(ObjectState object, String by) ->
          evidence.isAbsent() ? adopted(object) : adoptedIfEqual(object, by);
      case Look.Nothing nothing -> {
        Duration wait = evidence.untilProven();
        yield wait.isPositive() ? Carried.later(wait) : madeOnAbsence();
      }
    };
  }

  private Carried unsettled(String why) {
    return Carried.of(Outcome.permanent("NOT_SETTLED", why));
  }

  /** Nobody looked before the first call: only what is just as wanted may be its work. */
  private Carried adoptedIfEqual(ObjectState object, String by) throws DecodeFailed {
    return lookup.isByIdentity() && isAsWanted(object)
        ? results.done(object, List.of())
        : unsettled(
            "such an object exists (%s), but no attempt looked for it before the first call"
                .formatted(by));
  }

  private boolean isAsWanted(ObjectState object) throws DecodeFailed {
    return session.plan(ask(object)) instanceof Reply.Done<PlannedChange>(var plan, var said)
        && plan.action() == Action.NO_OP;
  }

  private PlanAsk ask(ObjectState object) {
    return planned.ask(Optional.of(object), work.config());
  }

  /** It is the operation's own; what it lacks is added. */
  private Carried adopted(ObjectState object) throws DecodeFailed {
    return switch (session.plan(ask(object))) {
      case Reply.Lost<PlannedChange>(Loss loss) -> Carried.of(Carried.lostLook(loss));
      case Reply.Refused<PlannedChange>(List<ProviderDiagnostic> said) ->
          Carried.of(
              Outcome.transientFailure("LOOKUP_FAILED", Carried.failure(said).message()), said);
      case Reply.Done<PlannedChange>(PlannedChange change, List<ProviderDiagnostic> said) ->
          switch (change.action()) {
            case NO_OP -> results.done(object, said);
            case UPDATE -> completed(object, change);
            // Its next plan would delete it, and that is no way to treat what may be another's.
            case CREATE, REPLACE, DELETE ->
                unsettled("such an object exists, but it could only be replaced");
          };
    };
  }

  private Carried completed(ObjectState object, PlannedChange change) throws DecodeFailed {
    Carried made = results.applied(change, ask(object));
    return made.outcome() instanceof Outcome.Failed failed && failed.partial() == null
        ? left(object, failed)
        : made;
  }

  private Carried left(ObjectState object, Outcome.Failed failed) throws DecodeFailed {
    Carried there = results.done(object, List.of());
    Outcome.Done done = (Outcome.Done) there.outcome();
    return there.with(failed.withPartial(done.id(), done.attributes(), done.privateData()));
  }
}
