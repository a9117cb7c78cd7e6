package io.sluice.machine.rule;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeEvent;
import io.sluice.machine.run.Counter;
import io.sluice.machine.task.Attempt;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Released;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.plan.Purpose;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that left together with a plan may be carried out, whatever becomes of the plan. If a node
 * of the run can stand for such a task, it is out like any other attempt. If none can, a record
 * beside its address holds its token until a worker reports or a person has checked.
 */
public final class Departed {
  private Departed() {}

  /** The tasks that left with the plan are out, whatever became of the run meanwhile. */
  public static Decision listed(View view, RunView run, Planned planned) {
    Decision listed = Decision.nothing();
    for (Released released : planned.released()) {
      listed = listed.then(() -> listed(view, run, released));
    }
    return listed;
  }

  private static Decision listed(View view, RunView run, Released released) {
    NodeEntry entry = run.run().planned(released.node());
    if (entry == null) {
      return told(
          run,
          released.node(),
          "was sent with a plan whose part is missing",
          remember(view, run, released));
    }
    return entry.sent() && !entry.stored()
        ? dispatched(view, run, entry, released)
        : Decision.nothing();
  }

  /**
   * An answer that no run waits for any more. The tasks that left with it may be carried out: their
   * attempts have numbers of their own.
   */
  public static Decision late(View view, RunView run, Planned planned) {
    int tasks = planned.released().size();
    if (tasks == 0
        || planned.purpose() == Purpose.ASK
        || planned.planId().equals(run.now().planId())) {
      return Decision.nothing();
    }
    Decision late = new Fact.RunNoted(run, new RunNote.PlanCameLate(tasks));
    for (Released released : planned.released()) {
      late = late.then(() -> remember(view, run, released));
    }
    return late;
  }

  /** Records the doubt of an attempt that left with a plan unknown to the run. */
  public static Decision doubted(View view, RunView run, Result result) {
    boolean unknown =
        run.now().planId() == null && result.attempt() > run.now().asking().attempted();
    if (!unknown) {
      return Decision.nothing();
    }
    Released left = new Released(result.node(), result.attempt(), token(view, result));
    return told(
        run,
        result.node(),
        "was sent with a plan that could not be read",
        remember(view, run, left));
  }

  /** A result says what became of it. */
  public static Decision heard(View view, Result result) {
    TaskError error = result.error();
    boolean certain =
        result.outcome() == Outcome.OK
            || (result.outcome() == Outcome.FAILED
                && (error == null || error.errorClass() != ErrorClass.IN_DOUBT));
    return !certain || NodeId.role(result.node()).looks()
        ? Decision.nothing()
        : ObjectRecords.remove(
            view, NodeId.parse(result.node()).address().orphan(token(view, result)));
  }

  private static Decision dispatched(View view, RunView run, NodeEntry entry, Released released) {
    Attempt first =
        Attempt.first(
            view.workspace(),
            run.run().id,
            entry.planned(),
            view.lookup(run),
            run.now().asking().attempted());
    boolean recovering = first.recovering() && released.token().equals(first.token());
    Attempt left =
        new Attempt(
            released.attempt(),
            released.token(),
            recovering,
            recovering ? first.recoverAfter() : null,
            recovering && first.absent(),
            recovering ? first.callers() : List.of());
    return Decision.of(
        new Fact.Counted(run, Counter.ATTEMPTS),
        new Fact.NodeMoved(entry, new NodeEvent.Dispatched(left)));
  }

  /** Nothing if it is known already. */
  private static Decision remember(View view, RunView run, Released released) {
    String node = released.node();
    if (NodeId.role(node).looks()) {
      return Decision.nothing();
    }
    Address address = NodeId.parse(node).address();
    Decision news = Commits.refreshDue(view, address);
    Address at =
        address.orphan(Attempt.token(view.workspace(), run.run().id, node, released.attempt()));
    if (NodeId.role(node) != Role.DELETE && view.record(at).isEmpty()) {
      news =
          news.and(ObjectRecords.put(view, inDoubt(view, run, at, released.token())))
              .and(new Fact.Counted(run, Counter.ORPHANS));
    }
    return news.isNothing() ? news : news.then(() -> MovedBeneath.note(view, address));
  }

  private static Decision told(RunView run, String node, String why, Decision news) {
    Address address = NodeId.parse(node).address();
    return news.isNothing()
        ? news
        : news.and(new Fact.RunNoted(run, new RunNote.MayHaveBeenDone(address, why)));
  }

  private static String token(View view, Result result) {
    return Attempt.token(view.workspace(), result.run(), result.node(), result.attempt());
  }

  private static StateRecord inDoubt(View view, RunView run, Address at, @Nullable String token) {
    return StateRecord.of(
        draft -> {
          draft.workspace = view.workspace();
          draft.address = at;
          draft.type = ObjectRecords.typeOf(at);
          draft.attributes = Json.object();
          draft.desired = Json.object();
          draft.status = RecordStatus.IN_DOUBT;
          draft.token = token;
          draft.version = view.context().offset();
          draft.epoch = view.context().epoch();
          draft.runId = run.run().id;
          draft.updatedAt = view.context().now();
        });
  }
}
