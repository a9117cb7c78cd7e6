package io.sluice.machine.decide;

import io.sluice.machine.fact.Decision;
import io.sluice.machine.fact.Decision.Fact;
import io.sluice.machine.fact.NodeNote;
import io.sluice.machine.fact.RunNote;
import io.sluice.machine.graph.NodeEntry;
import io.sluice.machine.graph.RunView;
import io.sluice.machine.graph.View;
import io.sluice.machine.node.NodeState;
import io.sluice.machine.rule.Commits;
import io.sluice.machine.rule.Departed;
import io.sluice.machine.rule.MovedBeneath;
import io.sluice.machine.rule.NodeOutcomes;
import io.sluice.machine.rule.NodeOutcomes.UnknownCall;
import io.sluice.machine.run.Counter;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.RepeatClass;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.Outcome;
import io.sluice.model.plan.Node;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.StateRecord;
import org.jspecify.annotations.Nullable;

/** Decides on the results that workers report. A success is never ignored. */
public final class Results {
  private Results() {}

  public static Decision result(View view, Result result) {
    RunView run = view.run(result.run());
    NodeEntry entry = awaited(run, result);
    if (run == null || entry == null) {
      return unawaited(view, run, result);
    }
    Decision recovered =
        result.recovered() ? new Fact.Counted(run, Counter.RECOVERED) : Decision.nothing();
    Decision outcome =
        switch (result.outcome()) {
          case OK -> Commits.success(view, run, entry, result);
          case FAILED -> failed(view, run, entry, result);
          case IN_DOUBT -> doubt(view, run, entry, result);
        };
    return recovered.and(outcome).and(new Fact.RunTouched(run));
  }

  /** The node that waits for just this result: attempt and claim are the ones that are out. */
  private static @Nullable NodeEntry awaited(@Nullable RunView run, Result result) {
    NodeEntry entry = run == null || !run.run().built() ? null : run.run().planned(result.node());
    if (entry == null || !entry.sent() || entry.state().tries().attempt() != result.attempt()) {
      return null;
    }
    String holder = entry.state().claimId();
    boolean ok = result.outcome() == Outcome.OK;
    if (entry.outstanding()) {
      boolean held = holder == null || holder.equals(result.claimId());
      return held || (ok && accepted(entry.planned())) ? entry : null;
    }
    // Its worker was taken for lost, but it is the very attempt that is in doubt: now it is known.
    boolean settles = entry.standing() == NodeStatus.IN_DOUBT && ok;
    return settles && (result.claimId().equals(holder) || accepted(entry.planned())) ? entry : null;
  }

  /** The worker that called had the task's acceptance, so no other has called in this attempt. */
  private static boolean accepted(Node node) {
    return node.repeat() == RepeatClass.SEARCH || node.repeat() == RepeatClass.NONE;
  }

  private static Decision failed(View view, RunView run, NodeEntry entry, Result result) {
    TaskError error = error(result);
    if (result.id() != null) {
      return Commits.tainted(view, entry, result)
          .then(() -> NodeOutcomes.fail(view, run, entry, error));
    }
    return switch (error.errorClass()) {
      case TRANSIENT, THROTTLED -> NodeOutcomes.retry(view, run, entry, error);
      case IN_DOUBT -> doubt(view, run, entry, result);
      case USER, PERMANENT, FENCED, FATAL ->
          NodeOutcomes.failOrLeaveInDoubt(view, run, entry, error);
    };
  }

  private static Decision doubt(View view, RunView run, NodeEntry entry, Result result) {
    return NodeOutcomes.doubt(
        view, run, entry, new UnknownCall(result.claimId(), result.underWay()), why(result));
  }

  /**
   * A result of another claim, of a superseded attempt or of an ended run, or the committed one
   * again.
   */
  private static Decision unawaited(View view, @Nullable RunView run, Result result) {
    Decision doubted =
        run == null || result.outcome() != Outcome.IN_DOUBT
            ? Decision.nothing()
            : doubted(view, run, result).then(() -> Departed.doubted(view, run, result));
    return doubted.then(() -> Departed.heard(view, result)).then(() -> late(view, run, result));
  }

  private static Decision late(View view, @Nullable RunView run, Result result) {
    NodeEntry entry = run == null ? null : run.run().find(result.node());
    Node node = entry == null || !entry.isPlanned() ? null : entry.planned();
    boolean looked = NodeId.role(result.node()).looks();
    if (!result.mayHaveMade() || looked || isCommitted(entry, result) || makesNothing(node)) {
      return duplicate(run);
    }
    Address address = node == null ? NodeId.parse(result.node()).address() : node.address();
    Decision news =
        createsMaybe(view, result, node, address)
            ? Commits.orphan(view, result, address, node)
            : movesWhatIsKnown(view, result, node, address);
    if (news.isNothing()) {
      return duplicate(run);
    }
    return news.then(() -> MovedBeneath.note(view, address))
        .and(
            run == null
                ? new Fact.UnknownRunNoted(result.run(), new RunNote.CameLate(address, result))
                : Decision.of(
                    new Fact.Counted(run, Counter.ORPHANS),
                    new Fact.NodeNoted(run, entry, new NodeNote.CameLate(address, result))));
  }

  /**
   * Two workers can have had one attempt, and the one that gave it back reported first: the next
   * attempt, or what stops the run, has to know that something may have been done.
   */
  private static Decision doubted(View view, RunView run, Result result) {
    NodeEntry entry = run.run().built() ? run.run().planned(result.node()) : null;
    boolean goesOn =
        entry != null
            && entry.sent()
            && !NodeOutcomes.canRepeatFreely(entry.planned())
            && entry.state().tries().attempt() >= result.attempt()
            && (entry.outstanding()
                || entry.standing() == NodeStatus.WAITING
                || entry.standing() == NodeStatus.READY);
    return entry != null && goesOn
        ? NodeOutcomes.contested(view, entry, result.claimId(), result.underWay(), false)
        : Decision.nothing();
  }

  private static Decision duplicate(@Nullable RunView run) {
    return run == null ? Decision.nothing() : new Fact.Counted(run, Counter.DUPLICATES);
  }

  private static boolean isCommitted(@Nullable NodeEntry entry, Result result) {
    return entry != null
        && entry.state() instanceof NodeState.Succeeded succeeded
        && succeeded.tries().attempt() == result.attempt()
        && result.claimId().equals(succeeded.claimId());
  }

  private static boolean makesNothing(@Nullable Node node) {
    return node != null && (!node.action().affectsObject() || NodeOutcomes.canRepeatFreely(node));
  }

  /** Whether there may be an object now that no record knows. */
  private static boolean createsMaybe(
      View view, Result result, @Nullable Node node, Address address) {
    String id = result.id();
    if (id == null || NodeId.role(result.node()) == Role.DELETE) {
      return false;
    }
    boolean known =
        view.record(address).filter(record -> id.equals(record.id())).isPresent()
            || view.record(address.deposed(id)).isPresent();
    return !known && (node == null || node.action() == Action.CREATE);
  }

  private static Decision movesWhatIsKnown(
      View view, Result result, @Nullable Node node, Address address) {
    StateRecord live = view.record(address).orElse(null);
    if (live == null) {
      return Decision.nothing();
    }
    boolean sameObject = result.id() != null && result.id().equals(live.id());
    boolean create = node != null && node.action() == Action.CREATE;
    boolean itsOwn = create || (node == null && result.run().equals(live.runId()));
    return sameObject && itsOwn ? Decision.nothing() : Commits.refreshDue(view, address);
  }

  private static TaskError error(Result result) {
    TaskError error = result.error();
    return error != null ? error : TaskError.of(CoreCode.NO_ERROR, "it failed without a reason");
  }

  private static String why(Result result) {
    TaskError error = result.error();
    return error == null ? "the worker does not know whether it happened" : error.message();
  }
}
