package io.sluice.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.cli.deployment.Deployment;
import io.sluice.cli.read.FollowedRun;
import io.sluice.cli.terminal.Fault;
import io.sluice.cli.terminal.Invocation;
import io.sluice.cli.terminal.Operator;
import io.sluice.client.ClientFailure;
import io.sluice.client.RunRecords;
import io.sluice.model.message.Event;
import io.sluice.model.message.Order;
import io.sluice.model.message.Snapshot;
import io.sluice.model.plan.RunKind;
import io.sluice.model.record.RunRecord;
import io.sluice.planning.Planning;
import io.sluice.planning.ask.Question;
import io.sluice.planning.secret.Secrets;
import io.sluice.questions.AnswerBook;
import io.sluice.seal.Keyring;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A plan for which workers ask the real providers: with their packages, their credentials, and the
 * processes that they keep. A run that only plans has everything answered; with its answers this
 * process draws the plan by itself.
 */
final class AskedWorkers {
  /** State may change between the run and the drawing: then it is asked anew. */
  private static final int TRIES = 3;

  private static final Duration PAUSE = Duration.ofSeconds(10);
  private static final Duration VISIBLE = Duration.ofSeconds(20);

  private final Invocation invocation;
  private final Deployment deployment;
  private final String workspace;
  private final Supplier<Keyring> keyring;

  /**
   * @param keyring asked for only when there is something to open
   */
  AskedWorkers(
      Invocation invocation, Deployment deployment, String workspace, Supplier<Keyring> keyring) {
    this.invocation = invocation;
    this.deployment = deployment;
    this.workspace = workspace;
    this.keyring = keyring;
  }

  /** Whether there are workers beside this process, which stay when it ends. */
  static boolean serve(Deployment deployment) {
    return deployment.hasOthersWork();
  }

  /**
   * @param state as it is when it is asked for
   * @param document the configuration, without answers, with what the questions name
   * @param book takes what providers answer
   */
  Planning.Drawn drawn(
      Planning.Directory request,
      Supplier<Snapshot> state,
      Function<List<Question>, ObjectNode> document,
      AnswerBook book) {
    List<String> failures = List.of();
    for (int tries = 0; ; tries++) {
      book.turn();
      Planning.Outcome outcome = Planning.of(request, state.get(), book);
      if (!(outcome instanceof Planning.Ask ask)) {
        return LocalPlan.drawn(outcome);
      }
      if (!failures.isEmpty()) {
        throw unanswered(failures);
      }
      if (tries == TRIES) {
        throw Fault.of(
            "State changes faster than it is planned",
            "Providers were asked %d times about %s, and state had changed each time before the plan was drawn."
                .formatted(TRIES, ask.questions().getFirst().subject()),
            "Wait until other runs have ended: `sluice runs list` shows them.");
      }
      FollowedRun run = asked(request, document.apply(ask.questions()));
      if (run.wasCancelled()) {
        throw Fault.of(
            "Planning was cancelled",
            "Run %s, in which workers asked the providers, was cancelled. Nothing was changed."
                .formatted(run.run()),
            "");
      }
      List<JsonNode> answers = answers(run.run());
      if (answers.isEmpty()) {
        throw unanswered(why(run));
      }
      // Some of it was answered, and that may be a refusal, which says more.
      failures = run.hasSucceeded() ? List.of() : why(run);
      book.learn(answers);
      forgotten(run.run());
    }
  }

  /** From here on nobody needs them there; where that can't be said, they go with later runs. */
  private void forgotten(String run) {
    try {
      deployment.client().order(workspace, new Order.Discard(run, Operator.name()));
    } catch (ClientFailure nothing) {
      // The plan does not depend on it.
    }
  }

  private FollowedRun asked(Planning.Directory request, ObjectNode document) {
    document.put("destroys", request.kind() == RunKind.DESTROY);
    try (Elapsed elapsed = new Elapsed(PAUSE, invocation::note)) {
      return FollowedRun.of(
          invocation, deployment, workspace, RunKind.PLAN, document, request.options());
    }
  }

  private static Fault unanswered(List<String> reasons) {
    return Fault.of(
        "Workers could not ask the providers",
        String.join("\n", reasons),
        "What workers need of a provider is in docs/terraform-providers.md.");
  }

  private static List<String> why(FollowedRun run) {
    return run.failures().isEmpty()
        ? run.events().stream().map(Event::text).toList()
        : run.failures();
  }

  /** What was told of the run may be known a little sooner than what is kept of it. */
  private List<JsonNode> answers(String run) {
    long until = System.nanoTime() + VISIBLE.toNanos();
    while (true) {
      Optional<JsonNode> found = deployment.query().run(workspace, run);
      if (found.isEmpty() || isOver(found.get()) || System.nanoTime() - until > 0) {
        return found.map(this::opened).orElseGet(List::of);
      }
      pause();
    }
  }

  private static boolean isOver(JsonNode found) {
    return RunRecords.decoded(List.of(found.path("run"))).stream().allMatch(RunRecord::ended);
  }

  private List<JsonNode> opened(JsonNode found) {
    Secrets secrets = new Secrets(keyring.get());
    List<JsonNode> answers = new ArrayList<>();
    for (JsonNode node : found.path("nodes")) {
      if (node.hasNonNull("outputs")) {
        answers.add(secrets.opened(workspace, node.path("outputs")));
      }
    }
    return answers;
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Fault.of("Planning was interrupted", "Nothing was changed.", "");
    }
  }
}
