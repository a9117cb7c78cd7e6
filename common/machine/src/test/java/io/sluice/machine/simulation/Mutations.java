package io.sluice.machine.simulation;

import io.sluice.machine.Tried;
import io.sluice.machine.graph.WorkspaceState;
import io.sluice.machine.stored.Change;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.NodeId;
import io.sluice.model.NodeId.Role;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.InboxMessage.PlanPart;
import io.sluice.model.message.InboxMessage.Planned;
import io.sluice.model.message.InboxMessage.Result;
import io.sluice.model.message.InboxMessage.Started;
import io.sluice.model.message.InboxMessage.Submitted;
import io.sluice.model.message.Order;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.OnFailure;
import io.sluice.model.plan.RetryPolicy;
import io.sluice.model.plan.RunOptions;
import io.sluice.model.record.NodeRecord;
import io.sluice.model.record.NodeStatus;
import io.sluice.model.record.StateRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Breaks a rule of the machine from outside: the machine itself knows nothing of mutants. */
final class Mutations {
  private Mutations() {}

  static Transition advance(World world, WorkspaceState state, Input input) {
    Input seen = input;
    if (input instanceof Input.Received received) {
      seen =
          new Input.Received(
              message(world, state, received.message()),
              received.moment(),
              received.follow(),
              received.misfits());
    }
    if (!rewrites(world.scenario.mutant())) {
      return world.machine.advance(state, seen);
    }
    Transition transition = Tried.on(world.machine, state, seen);
    Transition kept = changed(world, state, seen, transition);
    state.fold(kept);
    return kept;
  }

  /** Whether what the machine decided is not what is written. */
  private static boolean rewrites(Mutant mutant) {
    return switch (mutant) {
      case LATE_SUCCESS_IGNORED,
          OLD_OBJECT_FORGOTTEN,
          CLAIM_RELEASED_WHILE_OUTSTANDING,
          SURPLUS_FIRST,
          EXPANDED_TWICE,
          ANSWERS_OUTLIVE_THEIR_PLAN,
          ASKED_ON_HALF_A_WAVE ->
          true;
      default -> false;
    };
  }

  /** What the machine gets to see of a plan. */
  static PlanPart part(World world, PlanPart part) {
    return switch (world.scenario.mutant()) {
      case COUNTED_OFF_BY_ONE -> {
        List<Node> nodes = new ArrayList<>();
        for (Node node : part.nodes()) {
          nodes.add(
              node.after().size() < 2
                  ? node
                  : with(node, node.after().subList(1, node.after().size()), node.retry()));
        }
        yield new PlanPart(part.run(), part.planId(), part.i(), nodes, part.basis());
      }
      case RELEASED_TOO_EARLY -> {
        List<Node> nodes = new ArrayList<>();
        for (Node node : part.nodes()) {
          nodes.add(
              node.after().size() == 1 && node.values().isEmpty()
                  ? with(node, List.of(), node.retry())
                  : node);
        }
        yield new PlanPart(part.run(), part.planId(), part.i(), nodes, part.basis());
      }
      case RETRY_WITHOUT_LIMIT -> {
        RetryPolicy endless =
            new RetryPolicy(Integer.MAX_VALUE, Duration.ofSeconds(1), Duration.ofSeconds(2));
        yield new PlanPart(
            part.run(),
            part.planId(),
            part.i(),
            part.nodes().stream().map(node -> with(node, node.after(), endless)).toList(),
            part.basis());
      }
      default -> part;
    };
  }

  private static InboxMessage message(World world, WorkspaceState state, InboxMessage message) {
    if (message instanceof Submitted submitted) {
      return submitted(world, submitted);
    }
    if (message instanceof Planned planned && world.is(Mutant.PROVIDER_WINDOW_FORGOTTEN)) {
      return new Planned(
          planned.run(),
          planned.planId(),
          planned.parts(),
          planned.nodes(),
          planned.hash(),
          planned.version(),
          planned.basis(),
          planned.released(),
          Map.of(),
          planned.refresh(),
          planned.held(),
          planned.round(),
          planned.asks());
    }
    if (message instanceof Started started && world.is(Mutant.CALLER_FORGOTTEN)) {
      return nameless(state, started);
    }
    if (!(message instanceof Result result)) {
      return message;
    }
    return switch (world.scenario.mutant()) {
      case NO_DEDUPLICATION -> forgetCommit(state, result);
      case DOUBT_AS_FAILURE -> result.outcome() == Outcome.IN_DOUBT ? failure(result) : result;
      default -> message;
    };
  }

  private static Started nameless(WorkspaceState state, Started started) {
    NodeRecord known = state.node(started.run(), started.node()).orElse(null);
    boolean isHeld = known != null && known.incarnation() != null;
    String holder = known == null ? null : known.claimId();
    return isHeld && !started.claimId().equals(holder)
        ? new Started(
            started.run(),
            started.node(),
            started.attempt(),
            Task.UNKNOWN_CALLER,
            started.incarnation(),
            started.phase())
        : started;
  }

  private static Transition changed(
      World world, WorkspaceState state, Input input, Transition transition) {
    List<Change> changes = new ArrayList<>(transition.changes());
    switch (world.scenario.mutant()) {
      case LATE_SUCCESS_IGNORED ->
          changes.removeIf(
              change ->
                  change.value() instanceof StateRecord record
                      && (record.address().isOrphan() || record.refreshDue())
                      && record.token() == null);
      case OLD_OBJECT_FORGOTTEN ->
          changes.removeIf(
              change ->
                  change.value() instanceof StateRecord record && record.address().isDeposed());
      case CLAIM_RELEASED_WHILE_OUTSTANDING -> forgetOutstanding(state, input, changes);
      case SURPLUS_FIRST -> {
        List<Change> early = changes.stream().map(Mutations::surplusFirst).toList();
        return new Transition(early, transition.commands());
      }
      case EXPANDED_TWICE -> expandAgain(state, input, changes);
      case ANSWERS_OUTLIVE_THEIR_PLAN ->
          changes.removeIf(
              change ->
                  change instanceof Change.Node node
                      && node.value() == null
                      && NodeId.role(node.node()) == Role.WAVE
                      && state.run(node.run()).filter(run -> !run.ended()).isPresent());
      case ASKED_ON_HALF_A_WAVE -> answerTheRest(state, input, changes);
      default -> {
        return transition;
      }
    }
    return new Transition(changes, transition.commands());
  }

  /** What the machine is told of what the submitter chose. */
  private static Submitted submitted(World world, Submitted was) {
    RunOptions options = was.options();
    boolean approved = world.is(Mutant.STARTED_UNAPPROVED);
    boolean goesOn = world.is(Mutant.STOP_FORGOTTEN);
    return new Submitted(
        was.run(),
        was.workspace(),
        was.kind(),
        was.document(),
        new RunOptions(
            options.parallelism(),
            goesOn ? OnFailure.CONTINUE : options.onFailure(),
            options.targets(),
            options.refresh(),
            approved ? RunOptions.Approval.GIVEN : options.approval(),
            options.approvedHash(),
            options.adoptWorkspace(),
            options.allowEmpty(),
            options.excludes(),
            options.replaces()),
        was.root(),
        was.by());
  }

  /** What was committed is not remembered: the same result is taken as if it were the first. */
  private static Result forgetCommit(WorkspaceState state, Result result) {
    NodeRecord was = state.node(result.run(), result.node()).orElse(null);
    boolean going = state.run(result.run()).filter(run -> !run.ended()).isPresent();
    if (going && was != null && was.status() == NodeStatus.SUCCEEDED) {
      state.fold(
          new Change.Node(
              result.run(),
              result.node(),
              new NodeRecord(
                  NodeStatus.DISPATCHED,
                  was.attempt(),
                  0,
                  0,
                  null,
                  was.claimId(),
                  null,
                  null,
                  false,
                  null,
                  null,
                  null,
                  null,
                  null,
                  null)));
    }
    return result;
  }

  private static Result failure(Result result) {
    return new Result(
        result.run(),
        result.node(),
        result.attempt(),
        result.claimId(),
        Outcome.FAILED,
        null,
        null,
        null,
        null,
        List.of(),
        new TaskError(ErrorClass.PERMANENT, ErrorCode.of("x"), "x", null),
        1,
        1,
        false,
        false,
        null,
        null);
  }

  /** A cancelled run does not wait for what is out. */
  private static void forgetOutstanding(WorkspaceState state, Input input, List<Change> changes) {
    if (input instanceof Input.Received received
        && received.message() instanceof Order.Cancel cancel) {
      state.forEachUnclaimed(
          attempt -> {
            if (attempt.run().equals(cancel.run())) {
              NodeRecord was = state.node(attempt.run(), attempt.node()).orElseThrow();
              changes.add(
                  new Change.Node(
                      attempt.run(),
                      attempt.node(),
                      new NodeRecord(
                          NodeStatus.CANCELLED,
                          was.attempt(),
                          0,
                          0,
                          null,
                          null,
                          null,
                          null,
                          false,
                          null,
                          null,
                          null,
                          null,
                          null,
                          "forgotten")));
            }
          });
    }
  }

  /** One answer is taken for all of its wave. */
  private static void answerTheRest(WorkspaceState state, Input input, List<Change> changes) {
    if (!(input instanceof Input.Received received)
        || !(received.message() instanceof Result result)
        || result.outcome() != Outcome.OK
        || NodeId.role(result.node()) != Role.WAVE) {
      return;
    }
    state.forEachUnclaimed(
        attempt -> {
          boolean same =
              attempt.run().equals(result.run()) && !attempt.node().equals(result.node());
          if (same && NodeId.role(attempt.node()) == Role.WAVE) {
            changes.add(
                new Change.Node(
                    attempt.run(),
                    attempt.node(),
                    new NodeRecord(
                        NodeStatus.SUCCEEDED,
                        attempt.attempt(),
                        0,
                        0,
                        null,
                        "nobody",
                        null,
                        null,
                        false,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null)));
          }
        });
  }

  private static Change surplusFirst(Change change) {
    if (!(change.value() instanceof PlanPart part) || part.expands() == null) {
      return change;
    }
    List<Node> nodes =
        part.nodes().stream()
            .map(n -> n.action() == Action.DELETE ? n.waitingFor(List.of()) : n)
            .toList();
    return new Change.Part(
        new PlanPart(part.run(), part.planId(), part.i(), nodes, part.basis(), part.expands()));
  }

  private static void expandAgain(WorkspaceState state, Input input, List<Change> changes) {
    if (input instanceof Input.Received received
        && received.message() instanceof InboxMessage.Expanded expanded
        && changes.isEmpty()
        && state.run(expanded.run()).filter(run -> !run.ended()).isPresent()) {
      List<Node> again = new ArrayList<>();
      for (Node node : expanded.nodes()) {
        again.add(
            new Node(
                node.id() + "'",
                new Address(node.address() + "'"),
                node.action(),
                node.type(),
                null,
                null,
                node.config(),
                node.values(),
                List.of(),
                node.dependencies(),
                node.prior(),
                node.repeat(),
                null,
                null,
                0,
                false,
                null,
                1,
                List.of(),
                null));
      }
      changes.add(
          new Change.Part(
              new PlanPart(
                  expanded.run(),
                  "!again/" + expanded.node(),
                  0,
                  again,
                  Map.of(),
                  expanded.node())));
    }
  }

  private static Node with(Node node, List<String> after, RetryPolicy retry) {
    return new Node(
        node.id(),
        node.address(),
        node.action(),
        node.type(),
        node.provider(),
        node.pool(),
        node.config(),
        node.values(),
        after,
        node.dependencies(),
        node.prior(),
        node.repeat(),
        node.timeouts(),
        retry,
        node.weight(),
        node.createBeforeDestroy(),
        node.pairedWith(),
        node.schemaVersion(),
        node.sensitivePaths(),
        null);
  }
}
