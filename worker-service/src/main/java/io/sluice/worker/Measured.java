package io.sluice.worker;

import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.provider.Cancellation;
import io.sluice.provider.Outcome;
import io.sluice.service.measure.Figure;
import io.sluice.service.measure.Measures;
import io.sluice.worker.claim.Claim;
import io.sluice.worker.execution.Gate;
import io.sluice.worker.lease.Inbox;
import io.sluice.worker.lease.RunningAttempts;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.MDC;

/** Times, counts and names what passes by, and changes none of it. */
final class Measured {
  private static final String NONE = "none";

  /** As messages write them. */
  private static final Map<io.sluice.model.message.Outcome, String> WORDS =
      Stream.of(io.sluice.model.message.Outcome.values())
          .collect(Collectors.toUnmodifiableMap(each -> each, each -> Json.toTree(each).asText()));

  private final Measures measures;

  Measured(Measures measures) {
    this.measures = measures;
  }

  /** How long tasks have waited until they are read. */
  RunningAttempts.Decoder decoder(RunningAttempts.Decoder decoder) {
    return claim -> {
      Optional<Task> task = decoder.decode(claim);
      task.ifPresent(any -> waited(claim));
      return task;
    };
  }

  private void waited(Claim claim) {
    Instant sent = Instant.ofEpochMilli(claim.task().timestamp());
    measures.took(Figure.TASK_WAIT, Duration.between(sent, Instant.now()));
  }

  /** How long attempts take, and the calls in them. */
  RunningAttempts.Runner runner(RunningAttempts.Runner runner) {
    return (task, claim, cancellation, gate) -> execute(runner, task, claim, cancellation, gate);
  }

  private InboxMessage execute(
      RunningAttempts.Runner runner,
      Task task,
      String claim,
      Cancellation cancellation,
      Gate gate) {
    long began = System.nanoTime();
    MDC.setContextMap(named(task));
    try {
      InboxMessage end =
          runner.execute(task, claim, cancellation, new TimedGate(gate, task.type()));
      measures.since(
          Figure.ATTEMPT_TIME, began, task.action().name().toLowerCase(Locale.ROOT), outcome(end));
      return end;
    } finally {
      MDC.clear();
    }
  }

  /** What each line of the log says of the attempt that it is about. */
  private static Map<String, String> named(Task task) {
    return Map.of(
        "run", task.run(),
        "workspace", task.workspace(),
        "node", task.node(),
        "attempt", Integer.toString(task.attempt()));
  }

  private static String outcome(InboxMessage end) {
    return end instanceof InboxMessage.Result result ? word(result) : report(end);
  }

  private static String word(InboxMessage.Result result) {
    return Objects.requireNonNull(WORDS.get(result.outcome()));
  }

  /** What is reported. */
  Inbox inbox(Inbox inbox) {
    return new Inbox() {
      @Override
      public CompletableFuture<Void> write(String workspace, InboxMessage message) {
        count(message);
        return inbox.write(workspace, message);
      }
    };
  }

  private void count(InboxMessage message) {
    if (message instanceof InboxMessage.Result result) {
      String kind =
          result.error() == null
              ? NONE
              : result.error().errorClass().name().toLowerCase(Locale.ROOT);
      measures.count(Figure.RESULTS, word(result), kind);
    } else {
      measures.count(Figure.REPORTS, report(message));
    }
  }

  private static String report(InboxMessage message) {
    String name = message.getClass().getSimpleName();
    return Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }

  private final class TimedGate implements Gate {
    private final Gate gate;
    private final String type;

    TimedGate(Gate gate, String type) {
      this.gate = gate;
      this.type = type;
    }

    @Override
    public boolean mayCall() {
      return gate.mayCall();
    }

    @Override
    public long receivedAt() {
      return gate.receivedAt();
    }

    @Override
    public boolean mayMakeAbsent() {
      return gate.mayMakeAbsent();
    }

    @Override
    public void called(Outcome outcome, Duration took) {
      measures.took(Figure.CALL_TIME, took, type, answer(outcome));
    }

    private static String answer(Outcome outcome) {
      return switch (outcome) {
        case Outcome.Done done -> "done";
        case Outcome.Gone gone -> "gone";
        case Outcome.InDoubt doubt -> "in_doubt";
        case Outcome.Failed failed -> failed.errorClass().name().toLowerCase(Locale.ROOT);
      };
    }
  }
}
