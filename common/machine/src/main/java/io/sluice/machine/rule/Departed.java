package io.sluice.machine.rule;

import io.sluice.machine.graph.Draft;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunEdit;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.run.Counter;
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
 * holds its token, until a worker reports or a person has checked.
 */
public final class Departed {
  private Departed() {}

  /** What left with the plan is out, whatever became of the run meanwhile. */
  public static void listed(Draft draft, RunEdit run, Planned planned) {
    for (Released released : planned.released()) {
      NodeEntry entry = run.run.planned(released.node());
      if (entry == null) {
        if (remember(draft, run, released)) {
          tell(draft, run, released.node(), "was sent with a plan whose part is missing");
        }
      } else if (entry.sent() && !entry.stored()) {
        dispatched(draft, run, entry, released);
      }
    }
  }

  /**
   * An answer that no run waits for any more. What left with it may be done: its attempts have
   * numbers of their own.
   */
  public static void late(Draft draft, RunEdit run, Planned planned) {
    if (!planned.released().isEmpty() && !planned.planId().equals(run.now().planId())) {
      draft.tell(
          run,
          EventKind.WARNING,
          "A plan arrived that no run was waiting for; the outcome of its "
              + planned.released().size()
              + " tasks is in doubt until workers report");
      planned.released().forEach(released -> remember(draft, run, released));
    }
  }

  /** Records the doubt of an attempt that left with a plan unknown to the run. */
  public static void doubted(Draft draft, RunEdit run, Result result) {
    boolean unknown =
        run.now().planId() == null && result.attempt() > run.now().asking().attempted();
    if (unknown) {
      Released left = new Released(result.node(), result.attempt(), token(draft, result));
      if (remember(draft, run, left)) {
        tell(draft, run, result.node(), "was sent with a plan that could not be read");
      }
    }
  }

  /** A result says what became of it. */
  public static void heard(Draft draft, Result result) {
    TaskError error = result.error();
    boolean certain =
        result.outcome() == Outcome.OK
            || (result.outcome() == Outcome.FAILED
                && (error == null || error.errorClass() != ErrorClass.IN_DOUBT));
    if (!certain || NodeId.role(result.node()) == Role.READ) {
      return;
    }
    draft.remove(NodeId.parse(result.node()).address().orphan(token(draft, result)));
  }

  private static void dispatched(Draft draft, RunEdit run, NodeEntry entry, Released released) {
    Attempt first =
        Attempt.first(
            draft.state.workspace(),
            run.run.id,
            entry.planned(),
            draft.lookup(run.run),
            run.now().asking().attempted());
    boolean recovering = first.recovering() && released.token().equals(first.token());
    run.count(Counter.ATTEMPTS);
    draft.move(
        entry,
        new NodeEvent.Dispatched(
            new Attempt(
                released.attempt(),
                released.token(),
                recovering,
                recovering ? first.recoverAfter() : null,
                recovering && first.absent())));
  }

  /** Whether it was news. */
  private static boolean remember(Draft draft, RunEdit run, Released released) {
    String node = released.node();
    if (NodeId.role(node) == Role.READ) {
      return false;
    }
    Address address = NodeId.parse(node).address();
    boolean moved = Commits.refreshDue(draft, address);
    Address at =
        address.orphan(
            Attempt.token(draft.state.workspace(), run.run.id, node, released.attempt()));
    boolean made = NodeId.role(node) != Role.DELETE && draft.record(at).isEmpty();
    if (made) {
      draft.put(inDoubt(draft, run, at, released.token()));
      run.count(Counter.ORPHANS);
    }
    if (moved || made) {
      MovedBeneath.note(draft, address);
    }
    return moved || made;
  }

  private static void tell(Draft draft, RunEdit run, String node, String why) {
    draft.tell(
        run,
        EventKind.ORPHAN_FOUND,
        NodeId.parse(node).address() + " may have been done: it " + why + "; check it");
  }

  private static String token(Draft draft, Result result) {
    return Attempt.token(draft.state.workspace(), result.run(), result.node(), result.attempt());
  }

  private static StateRecord inDoubt(Draft draft, RunEdit run, Address at, @Nullable String token) {
    return new StateRecord(
        draft.state.workspace(),
        at,
        ObjectRecords.typeOf(at),
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
