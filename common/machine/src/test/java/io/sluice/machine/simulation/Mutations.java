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
              received.context(),
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
    if (message instanceof InboxMessage.Expanded expanded && world.is(Mutant.BEYOND_UNHEARD)) {
      return new InboxMessage.Expanded(
          expanded.run(),
          expanded.node(),
          expanded.planId(),
          expanded.nodes(),
          expanded.error(),
          expanded.attempt(),
          expanded.asks());
    }
    if (message instanceof Planned planned && world.is(Mutant.PROVIDER_WINDOW_FORGOTTEN)) {
      return Planned.of(
          draft -> {
            draft.run = planned.run();
            draft.planId = planned.planId();
            draft.parts = planned.parts();
            draft.nodes = planned.nodes();
            draft.hash = planned.hash();
            draft.version = planned.version();
            draft.basis = planned.basis();
            draft.released = planned.released();
            draft.refresh = planned.refresh();
            draft.held = planned.held();
            draft.round = planned.round();
            draft.asks = planned.asks();
          });
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
              NodeRecord.of(
                  draft -> {
                    draft.status = NodeStatus.DISPATCHED;
                    draft.attempt = was.attempt();
                    draft.claimId = was.claimId();
                  })));
    }
    return result;
  }

  private static Result failure(Result result) {
    return Result.of(
        draft -> {
          draft.run = result.run();
          draft.node = result.node();
          draft.attempt = result.attempt();
          draft.claimId = result.claimId();
          draft.outcome = Outcome.FAILED;
          draft.error = new TaskError(ErrorClass.PERMANENT, ErrorCode.of("x"), "x", null);
          draft.calls = 1;
          draft.tookMs = 1;
        });
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
                      NodeRecord.of(
                          draft -> {
                            draft.status = NodeStatus.CANCELLED;
                            draft.attempt = was.attempt();
                            draft.reason = "forgotten";
                          })));
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
                    NodeRecord.of(
                        draft -> {
                          draft.status = NodeStatus.SUCCEEDED;
                          draft.attempt = attempt.attempt();
                          draft.claimId = "nobody";
                        })));
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
            Node.of(
                draft -> {
                  draft.id = node.id() + "'";
                  draft.address = new Address(node.address() + "'");
                  draft.action = node.action();
                  draft.type = node.type();
                  draft.config = node.config();
                  draft.values = node.values();
                  draft.dependencies = node.dependencies();
                  draft.prior = node.prior();
                  draft.repeat = node.repeat();
                  draft.timeouts = null;
                  draft.schemaVersion = 1;
                }));
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
    return Node.of(
        draft -> {
          draft.id = node.id();
          draft.address = node.address();
          draft.action = node.action();
          draft.type = node.type();
          draft.provider = node.provider();
          draft.pool = node.pool();
          draft.config = node.config();
          draft.values = node.values();
          draft.after = after;
          draft.dependencies = node.dependencies();
          draft.prior = node.prior();
          draft.repeat = node.repeat();
          draft.timeouts = node.timeouts();
          draft.retry = retry;
          draft.weight = node.weight();
          draft.createBeforeDestroy = node.createBeforeDestroy();
          draft.pairedWith = node.pairedWith();
          draft.schemaVersion = node.schemaVersion();
          draft.sensitivePaths = node.sensitivePaths();
        });
  }
}
