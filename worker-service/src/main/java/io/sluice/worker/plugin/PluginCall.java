package io.sluice.worker.plugin;

import io.sluice.bridge.ask.PlannedWork;
import io.sluice.bridge.ask.StateForms;
import io.sluice.bridge.codec.DecodeFailed;
import io.sluice.bridge.recover.PassingFaults;
import io.sluice.bridge.session.Applied;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.Loss;
import io.sluice.bridge.session.ObjectState;
import io.sluice.bridge.session.PlanAsk;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.bridge.session.PluginSession;
import io.sluice.bridge.session.ProviderDiagnostic;
import io.sluice.bridge.session.Reply;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.CoreCode;
import io.sluice.model.RepeatClass;
import io.sluice.model.message.Task;
import io.sluice.model.record.RecordStatus;
import io.sluice.provider.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Carries one task out in a session of its provider. A planned change starts from the object as its
 * plan found it, and is planned once more with final values by the session; whatever is repeated
 * looks first.
 */
public final class PluginCall {
  private final PluginSession session;
  private final PluginTask work;
  private final Evidence evidence;
  private final StateForms forms;

  public PluginCall(PluginSession session, PluginTask work, Evidence evidence) {
    this.session = session;
    this.work = work;
    this.evidence = evidence;
    this.forms = new StateForms(session.catalog());
  }

  public Carried run() throws DecodeFailed {
    try {
      return switch (work.task().action()) {
        case CREATE -> create();
        case UPDATE -> update();
        case DELETE -> delete();
        case READ -> PluginTask.isData(work.task()) ? readData() : read();
        case IMPORT -> imported();
        case STEP, REPLACE, NOOP, EXPAND, FORGET, PLAN ->
            throw new IllegalStateException("no provider is asked to " + work.task().action());
      };
    } catch (Ended e) {
      return e.carried;
    }
  }

  /** Ends the task before its end. */
  private static final class Ended extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Carried carried;

    Ended(Carried carried) {
      super("ended", null, false, false);
      this.carried = carried;
    }
  }

  private PlannedWork planned() throws DecodeFailed, Ended {
    PlannedWork brought = brought();
    return brought.deferred() ? settled(brought) : brought;
  }

  /**
   * The provider could not be asked before: too little was known of its configuration. An object
   * that exists is planned now, from how it is found.
   */
  private PlannedWork settled(PlannedWork brought) throws DecodeFailed, Ended {
    Optional<ObjectState> there = Optional.empty();
    if (work.task().action() != Action.CREATE) {
      there = looked(prior(brought.change()));
      if (there.isEmpty()) {
        throw new Ended(Carried.of(new Outcome.Gone()));
      }
    }
    PlannedChange change = looking(session.plan(brought.ask(there, work.config())));
    boolean isHalf =
        work.task().action() == Action.CREATE
            && brought.change().action() == PlannedChange.Action.REPLACE;
    if (change.action() == PlannedChange.Action.REPLACE) {
      throw new Ended(Carried.of(unplannedReplacement(change)));
    }
    return brought.settled(isHalf ? change.replacing(brought.change().prior()) : change);
  }

  private Outcome unplannedReplacement(PlannedChange change) {
    return Outcome.permanent(
        CoreCode.NEEDS_REPLACEMENT.wire(),
        "%s has to be replaced (%s), which could not be known when the run was planned: the configuration of its provider was unknown. Nothing was done to it; it is planned again once everything else is done, or by the next apply."
            .formatted(
                work.task().address(),
                change.requiresReplace().isEmpty()
                    ? "it is tainted"
                    : change.requiresReplace().stream()
                        .map(Object::toString)
                        .collect(Collectors.joining(", "))));
  }

  private PlannedWork brought() throws Ended {
    return work.planned()
        .orElseThrow(
            () ->
                new Ended(
                    Carried.of(
                        Outcome.permanent(
                            "NOT_PLANNED", "the task has no plan of its provider; plan again"))));
  }

  private Carried create() throws DecodeFailed, Ended {
    Creation.Results results =
        new Creation.Results() {
          @Override
          public Carried applied(PlannedChange change, PlanAsk ask) throws DecodeFailed {
            return PluginCall.this.applied(change, ask);
          }

          @Override
          public Carried done(ObjectState object, List<ProviderDiagnostic> said)
              throws DecodeFailed {
            return PluginCall.this.done(object, said);
          }
        };
    return new Creation(session, work, planned(), evidence, results).run();
  }

  private Carried update() throws DecodeFailed, Ended {
    PlannedWork planned = planned();
    if (planned.change().action() == PlannedChange.Action.NO_OP) {
      // Only its record changes, as that of an object that was moved.
      return done(planned.change().prior().orElseThrow(), List.of()).withoutChange();
    }
    ObjectState prior = prior(planned.change());
    if (work.task().recovering()) {
      Optional<ObjectState> found = looked(prior);
      if (found.isEmpty()) {
        return Carried.of(new Outcome.Gone());
      }
      prior = found.get();
    }
    return applied(planned.change(), planned.ask(Optional.of(prior), work.config()));
  }

  private Carried applied(PlannedChange change, PlanAsk ask) throws DecodeFailed {
    Optional<ObjectState> prior = ask.prior();
    return switch (session.apply(change, ask)) {
      case Reply.Refused<Applied>(List<ProviderDiagnostic> said) -> refused(said);
      case Reply.Lost<Applied>(Loss loss) -> Carried.of(Carried.lost(loss));
      case Reply.Done<Applied>(Applied applied, List<ProviderDiagnostic> said) -> {
        if (!applied.succeeded()) {
          yield doubtful(left(applied, prior)).answered();
        }
        Carried made = done(applied.object().orElseThrow(), applied.diagnostics()).answered();
        yield applied.object().equals(prior) ? made.withoutChange() : made;
      }
    };
  }

  /**
   * A provider whose own request got no answer reports an ordinary error, although its object may
   * have been made.
   */
  private Carried doubtful(Carried failed) {
    boolean isMaking =
        work.task().action() == Action.CREATE && work.task().repeat() != RepeatClass.PURE;
    return isMaking
            && failed.isRefused()
            && failed.outcome() instanceof Outcome.Failed refusal
            && PassingFaults.isLostAnswer(refusal.message())
        ? failed.with(new Outcome.InDoubt("ANSWER_LOST", refusal.message()))
        : failed;
  }

  /** A change that failed may have changed something: that is kept. */
  private Carried left(Applied applied, Optional<ObjectState> prior) throws DecodeFailed {
    Outcome.Failed failed = Carried.failure(applied.diagnostics());
    if (applied.unreadable() && prior.isEmpty()) {
      // There may be an object by now, and nothing names it.
      return Carried.of(
          new Outcome.InDoubt(CoreCode.PROVIDER_BUG.wire(), failed.message()),
          applied.diagnostics());
    }
    if (applied.object().isEmpty() || applied.object().equals(prior)) {
      return Carried.of(failed, applied.diagnostics());
    }
    Carried partial = done(applied.object().get(), applied.diagnostics());
    Outcome.Done there = (Outcome.Done) partial.outcome();
    String kept =
        work.task().action() == Action.CREATE
            ? "The part that was created is in state, as tainted: the next apply replaces it."
            : "What exists of it by now is in state.";
    return partial.with(
        failed.adding(kept).withPartial(there.id(), there.attributes(), there.privateData()));
  }

  private Carried delete() throws DecodeFailed, Ended {
    PlannedChange change;
    ObjectState prior;
    if (work.planned().isPresent()) {
      prior = prior(work.planned().get().change());
      // A deposed object's deletion is planned when it is its turn.
      change =
          isDeposed() || work.planned().get().deferred()
              ? destruction(prior)
              : work.planned().get().change();
    } else {
      prior = recorded();
      change = destruction(prior);
    }
    if (work.task().recovering()) {
      Optional<ObjectState> found = looked(prior);
      if (found.isEmpty()) {
        return Carried.of(new Outcome.Gone());
      }
      prior = found.get();
    }
    ObjectState before = prior;
    return switch (session.destroy(change, before)) {
      case Reply.Refused<Applied>(List<ProviderDiagnostic> said) -> refused(said);
      case Reply.Lost<Applied>(Loss loss) -> Carried.of(Carried.lost(loss));
      case Reply.Done<Applied>(Applied applied, List<ProviderDiagnostic> said) ->
          applied.succeeded()
              ? Carried.of(new Outcome.Gone(), applied.diagnostics())
              : left(applied, Optional.of(before));
    };
  }

  /** Where several were moved aside under one id, one record is all that there was of them. */
  private boolean isDeposed() {
    Task.Prior prior = work.task().prior();
    return prior == null || prior.status() == RecordStatus.DEPOSED;
  }

  private PlannedChange destruction(ObjectState prior) throws Ended {
    return looking(session.planDestroy(work.type(), prior));
  }

  private Carried read() throws DecodeFailed, Ended {
    ObjectState known = recorded();
    return switch (session.read(work.type(), known)) {
      case Reply.Refused<Optional<ObjectState>>(List<ProviderDiagnostic> said) -> refused(said);
      case Reply.Lost<Optional<ObjectState>>(Loss loss) -> Carried.of(Carried.lostLook(loss));
      case Reply.Done<Optional<ObjectState>>(
              Optional<ObjectState> found,
              List<ProviderDiagnostic> said) ->
          found.isPresent() ? done(found.get(), said) : Carried.of(new Outcome.Gone(), said);
    };
  }

  private Carried readData() {
    return switch (session.readData(work.type(), work.config())) {
      case Reply.Refused<Value>(List<ProviderDiagnostic> said) -> refused(said);
      case Reply.Lost<Value>(Loss loss) -> Carried.of(Carried.lostLook(loss));
      case Reply.Done<Value>(Value value, List<ProviderDiagnostic> said) ->
          Carried.of(
                  new Outcome.Done(
                      ObjectId.of(value, work), StateForms.attributes(value, work.block()), null),
                  said)
              .withSecrets(StateForms.secretPointers(value, work.block()));
    };
  }

  /** What was found while planning is there; else the provider looks for it. */
  private Carried imported() throws DecodeFailed {
    Optional<ObjectState> known = work.planned().flatMap(planned -> planned.change().prior());
    if (known.isPresent()) {
      return done(known.get(), List.of());
    }
    return switch (session.importObject(work.type(), new ImportTarget.Id(work.id()))) {
      case Reply.Refused<ObjectState>(List<ProviderDiagnostic> said) -> refused(said);
      case Reply.Lost<ObjectState>(Loss loss) -> Carried.of(Carried.lostLook(loss));
      case Reply.Done<ObjectState>(ObjectState found, List<ProviderDiagnostic> said) ->
          done(found, said);
    };
  }

  private Carried done(ObjectState object, List<ProviderDiagnostic> said) throws DecodeFailed {
    Outcome.Done done =
        new Outcome.Done(
            ObjectId.of(object.value(), work),
            StateForms.attributes(object.value(), work.block()),
            forms.own(work.type(), object));
    return Carried.of(done, said)
        .withSecrets(StateForms.secretPointers(object.value(), work.block()));
  }

  private static Carried refused(List<ProviderDiagnostic> said) {
    return Carried.of(Carried.failure(said), said);
  }

  /** As the plan found it; state may not know yet what it found. */
  private ObjectState prior(PlannedChange change) throws DecodeFailed, Ended {
    return change.prior().isPresent()
        ? looking(forms.present(session, work.type(), change.prior().get()))
        : recorded();
  }

  private ObjectState recorded() throws Ended {
    return looking(
        forms.present(
            session,
            work.type(),
            work.recorded()
                .orElseThrow(
                    () ->
                        new IllegalStateException(
                            "a task to %s %s brings no prior object"
                                .formatted(work.task().action(), work.task().address())))));
  }

  private Optional<ObjectState> looked(ObjectState prior) throws Ended {
    return looking(session.read(work.type(), prior));
  }

  private static <T> T looking(Reply<T> reply) throws Ended {
    return switch (reply) {
      case Reply.Done<T>(T result, List<ProviderDiagnostic> said) -> result;
      case Reply.Refused<T>(List<ProviderDiagnostic> said) -> throw new Ended(refused(said));
      case Reply.Lost<T>(Loss loss) -> throw new Ended(Carried.of(Carried.lostLook(loss)));
    };
  }
}
