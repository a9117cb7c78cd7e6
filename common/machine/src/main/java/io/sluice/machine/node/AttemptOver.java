package io.sluice.machine.node;

/** What becomes of a node whose task is out when its attempt is over: the same whoever had it. */
final class AttemptOver {
  private AttemptOver() {}

  static NodeState next(NodeState was, Operation operation, NodeEvent event) {
    Tries tries = was.tries();
    return switch (event) {
      case NodeEvent.GivenBack back -> new NodeState.Ready(tries, operation, null, back.why());
      case NodeEvent.NeverBegan never ->
          new NodeState.Ready(tries.recovered(), operation, null, never.why());
      case NodeEvent.Recover recover ->
          new NodeState.Ready(
              tries.recovered(), operation.recovering(recover.provenAfter()), null, recover.why());
      case NodeEvent.PutOff off ->
          new NodeState.Waiting(tries, operation, off.until(), null, off.why());
      case NodeEvent.RetryAt retry ->
          new NodeState.Waiting(
              tries.failed(), operation, retry.dueAt(), retry.error(), retry.error().message());
      case NodeEvent.Succeeded done ->
          new NodeState.Succeeded(tries, done.claimId(), done.outputs());
      case NodeEvent.Failed failed -> new NodeState.Failed(tries, operation, failed.error());
      case NodeEvent.Cancelled cancelled ->
          new NodeState.Cancelled(tries, operation, cancelled.why());
      default -> throw new IllegalStep(was, event);
    };
  }
}
