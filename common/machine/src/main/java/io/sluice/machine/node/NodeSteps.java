package io.sluice.machine.node;

import io.sluice.machine.node.NodeState.Asked;
import io.sluice.machine.node.NodeState.Cancelled;
import io.sluice.machine.node.NodeState.Dispatched;
import io.sluice.machine.node.NodeState.Expanded;
import io.sluice.machine.node.NodeState.Failed;
import io.sluice.machine.node.NodeState.InDoubt;
import io.sluice.machine.node.NodeState.Leased;
import io.sluice.machine.node.NodeState.None;
import io.sluice.machine.node.NodeState.Open;
import io.sluice.machine.node.NodeState.Out;
import io.sluice.machine.node.NodeState.Ready;
import io.sluice.machine.node.NodeState.Returned;
import io.sluice.machine.node.NodeState.Succeeded;
import io.sluice.machine.node.NodeState.Unapproved;
import io.sluice.machine.node.NodeState.Waiting;
import org.jspecify.annotations.Nullable;

/** What each event makes of a state. What is not written here is illegal. */
public final class NodeSteps {
  private NodeSteps() {}

  /** The state after the event; {@link IllegalStep} if there is none. */
  public static NodeState next(NodeState was, NodeEvent event) {
    NodeState next = was instanceof Out out ? ofAttempt(out, event) : null;
    return next != null ? next : ofNode(was, event);
  }

  /** Reports on an attempt whose task is out, other than its end. */
  private static @Nullable NodeState ofAttempt(Out out, NodeEvent event) {
    Tries tries = out.tries();
    Operation operation = out.operation();
    return switch (event) {
      case NodeEvent.LeaseTaken taken when !(out instanceof Returned) ->
          new Leased(tries, operation, taken.lease());
      case NodeEvent.FoundNothing nothing when !(out instanceof Returned) ->
          about(out, operation.foundNothing());
      case NodeEvent.Returned back ->
          new Returned(tries, operation, out.claimId(), out.deadline(), back.why());
      case NodeEvent.GivenBack back -> new Ready(tries, operation, null, back.why());
      case NodeEvent.NeverBegan never -> new Ready(tries.recovered(), operation, null, never.why());
      case NodeEvent.Recover recover ->
          new Ready(tries.recovered(), recovering(out, recover), null, recover.why());
      case NodeEvent.PutOff off -> new Waiting(tries, operation, off.until(), null, off.why());
      case NodeEvent.RetryAt retry ->
          new Waiting(
              tries.failed(), operation, retry.dueAt(), retry.error(), retry.error().message());
      default -> null;
    };
  }

  /**
   * The claim that gave it back has called nothing; claims that may have called after it have
   * reported.
   */
  private static Operation recovering(Out out, NodeEvent.Recover recover) {
    Operation operation = out.operation();
    boolean isKnown =
        recover.caller() == null && out instanceof Returned && !operation.callers().isEmpty();
    return isKnown
        ? operation.recovering(recover.provenAfter())
        : operation.recovering(recover.provenAfter(), recover.caller(), recover.over());
  }

  private static NodeState ofNode(NodeState was, NodeEvent event) {
    Tries tries = was.tries();
    Operation operation = was.operation();
    return switch (event) {
      case NodeEvent.Dispatched out when was instanceof None || was instanceof Ready ->
          new Dispatched(tries.at(out.attempt().number()), Operation.of(out.attempt()));
      case NodeEvent.FellDue due when was instanceof Waiting waiting ->
          new Ready(tries, operation, waiting.error(), waiting.why());
      case NodeEvent.MayHaveHappened doubt when was instanceof Open open ->
          about(open, operation.calledBy(doubt.claimId(), doubt.provenAfter(), doubt.absent()));
      case NodeEvent.LeftInDoubt left when was instanceof Open ->
          new InDoubt(tries, operation.inDoubt(), was.claimId(), was.incarnation(), left.error());
      case NodeEvent.Succeeded done
          when was instanceof None || was instanceof Out || was instanceof InDoubt ->
          new Succeeded(tries, done.claimId(), done.outputs());
      case NodeEvent.Failed failed when was instanceof None || hasBegun(was) ->
          new Failed(tries, operation, failed.error());
      case NodeEvent.Cancelled cancelled when hasBegun(was) ->
          new Cancelled(tries, operation, cancelled.why());
      case NodeEvent.Renewed renewed when was instanceof InDoubt ->
          new Ready(new Tries(tries.attempt(), 0, 0), Operation.NONE, null, renewed.why());
      case NodeEvent.AskedPlanner asked
          when was instanceof None || was instanceof Asked || hasAnswers(was) ->
          new Asked(tries.attempt() + 1, asked.unanswered(), asked.at());
      case NodeEvent.Expanded into when was instanceof Asked ->
          new Expanded(tries.attempt(), into.planId(), into.outputs());
      case NodeEvent.AnswersAwaited awaited when was instanceof Asked ->
          new Ready(new Tries(tries.attempt(), 0, 0), Operation.NONE, null, null);
      case NodeEvent.ApprovalAwaited awaited when was instanceof Asked ->
          new Unapproved(tries.attempt(), awaited.why());
      case NodeEvent.Approved approved when was instanceof Unapproved ->
          new Ready(new Tries(tries.attempt(), 0, 0), Operation.NONE, null, null);
      default -> throw new IllegalStep(was, event);
    };
  }

  /** Whether this is a placeholder that waited for providers: no worker ever had it. */
  private static boolean hasAnswers(NodeState was) {
    return was instanceof Ready && was.operation().equals(Operation.NONE);
  }

  /** And has not ended. */
  private static boolean hasBegun(NodeState was) {
    return was instanceof Open
        || was instanceof Asked
        || was instanceof Unapproved
        || was instanceof InDoubt;
  }

  private static NodeState about(Open was, Operation next) {
    Tries tries = was.tries();
    return switch (was) {
      case Ready ready -> new Ready(tries, next, ready.error(), ready.why());
      case Waiting waiting ->
          new Waiting(tries, next, waiting.dueAt(), waiting.error(), waiting.why());
      case Dispatched out -> new Dispatched(tries, next);
      case Returned back -> new Returned(tries, next, back.former(), back.deadline(), back.why());
      case Leased leased -> new Leased(tries, next, leased.lease());
    };
  }
}
