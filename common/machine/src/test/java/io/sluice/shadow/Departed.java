package io.sluice.shadow;

import io.sluice.machine.task.Attempt;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Released;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What left together with a plan may be done, whatever becomes of the plan. Where a node of the run
 * can stand for it, it is out like any other attempt. Where none can, a record beside its address
 * holds its token, until it is heard of or a person has looked.
 */
final class Departed {
  private Departed() {}

  /** What left with the plan is out, whatever became of the run meanwhile. */
  static void listed(Draft draft, RunDraft run, Planned planned) {
    for (Released released : planned.released()) {
      NodeEntry entry = run.run.entries.get(released.node());
      if (entry == null || entry.node == null) {
        if (remember(draft, run, released)) {
          tell(draft, run, released.node(), "was sent with a plan whose part is missing");
        }
      } else if (entry.sent() && entry.record == null) {
        dispatched(draft, run, entry, released);
      }
    }
  }

  /** No node of the run stands for what left with this plan. */
  static void unawaited(Draft draft, RunDraft run, Planned planned) {
    planned.released().forEach(released -> remember(draft, run, released));
  }

  /** In doubt is an attempt that left with a plan which the run has never heard of. */
  static void doubted(Draft draft, RunDraft run, Result result) {
    boolean unknown = run.planId == null && result.attempt() > run.attempted;
    if (unknown) {
      Released left = new Released(result.node(), result.attempt(), token(draft, result));
      if (remember(draft, run, left)) {
        tell(draft, run, result.node(), "was sent with a plan that could not be read");
      }
    }
  }

  /** A result says what became of it. */
  static void heard(Draft draft, Result result) {
    TaskError error = result.error();
    boolean certain =
        result.outcome() == Outcome.OK
            || (result.outcome() == Outcome.FAILED
                && (error == null || error.errorClass() != ErrorClass.IN_DOUBT));
    if (!certain || NodeId.role(result.node()) == Role.READ) {
      return;
    }
    Address at = Results.addressOf(result.node()).orphan(token(draft, result));
    if (draft.record(at).isPresent()) {
      draft.put(new Change.RemoveState(at));
    }
  }

  private static void dispatched(Draft draft, RunDraft run, NodeEntry entry, Released released) {
    Attempt first =
        Attempt.first(
            draft.state.workspace(),
            run.run.id,
            entry.planned(),
            draft.lookup(run.run),
            run.attempted);
    boolean recovering = first.recovering() && released.token().equals(first.token());
    run.attempts++;
    draft.put(
        entry,
        Nodes.dispatched(
            entry.known(),
            new Attempt(
                released.attempt(),
                released.token(),
                recovering,
                recovering ? first.recoverAfter() : null,
                recovering && first.absent())));
  }

  /** Whether it was news. */
  private static boolean remember(Draft draft, RunDraft run, Released released) {
    String node = released.node();
    if (NodeId.role(node) == Role.READ) {
      return false;
    }
    Address address = Results.addressOf(node);
    boolean moved = Commits.refreshDue(draft, address);
    Address at =
        address.orphan(
            Attempt.token(draft.state.workspace(), run.run.id, node, released.attempt()));
    boolean made = !Results.deletes(node) && draft.record(at).isEmpty();
    if (made) {
      draft.put(new Change.PutState(inDoubt(draft, run, at, released.token())));
      run.orphans++;
    }
    if (moved || made) {
      Results.moved(draft, address);
    }
    return moved || made;
  }

  private static void tell(Draft draft, RunDraft run, String node, String why) {
    draft.tell(
        run,
        EventKind.ORPHAN_FOUND,
        Results.addressOf(node) + " may have been done: it " + why + "; check it");
  }

  private static String token(Draft draft, Result result) {
    return Attempt.token(draft.state.workspace(), result.run(), result.node(), result.attempt());
  }

  private static StateRecord inDoubt(
      Draft draft, RunDraft run, Address at, @Nullable String token) {
    return new StateRecord(
        draft.state.workspace(),
        at,
        Commits.typeOf(at),
        null,
        0,
        null,
        Json.object(),
        Json.object(),
        List.of(),
        List.of(),
        false,
        RecordStatus.IN_DOUBT,
        null,
        token,
        null,
        draft.moment.offset(),
        draft.moment.epoch(),
        run.run.id,
        draft.moment.now());
  }
}
