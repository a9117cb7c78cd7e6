package io.sluice.worker;

import io.sluice.model.CoreCode;
import io.sluice.model.TaskError;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.Task;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Messages;
import io.sluice.worker.claim.Claim;
import io.sluice.worker.lease.Inbox;
import io.sluice.worker.lease.RunningAttempts;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes claimed records as tasks. A record that is no task is parked, so that nothing waits
 * behind it, and its node fails with the cause if key and headers name the node; otherwise the
 * owner finds that the attempt is silent.
 */
final class TaskRecords implements RunningAttempts.Decoder {
  private static final Logger LOG = LoggerFactory.getLogger(TaskRecords.class);
  private static final Duration BACK_AFTER = Duration.ofSeconds(1);

  private final Producer<String, byte[]> producer;
  private final DeadLetters deadLetters;
  private final Inbox inbox;
  private final String worker;

  TaskRecords(
      Producer<String, byte[]> producer, DeadLetters deadLetters, Inbox inbox, String worker) {
    this.producer = producer;
    this.deadLetters = deadLetters;
    this.inbox = inbox;
    this.worker = worker;
  }

  @Override
  public Optional<Task> decode(Claim claim) {
    if (Messages.isMarker(claim.task())) {
      claim.accept();
      return Optional.empty();
    }
    return switch (Messages.decode(claim.task().value())) {
      case Messages.Understood(var envelope) when envelope.payload() instanceof Task task ->
          Optional.of(task);
      case Messages.Understood(var envelope) ->
          park(claim, "a " + envelope.type().wireName() + " is not a task");
      case Messages.Malformed malformed -> park(claim, malformed.cause());
      case Messages.Newer newer -> {
        // A worker of a newer build reads it. Not at once: this one would get it again and again.
        LOG.warn("a task goes back, for a newer worker: {}", newer.cause());
        CompletableFuture.delayedExecutor(BACK_AFTER.toMillis(), TimeUnit.MILLISECONDS)
            .execute(claim::release);
        yield Optional.empty();
      }
    };
  }

  private Optional<Task> park(Claim claim, String cause) {
    try {
      deadLetters.park(producer, claim.task(), cause, Instant.now());
    } catch (TransportFailure e) {
      claim.release();
      return Optional.empty();
    }
    String workspace = Messages.workspace(claim.task());
    InboxMessage result = failed(claim, cause).orElse(null);
    if (workspace == null || result == null) {
      claim.accept();
    } else {
      inbox.write(workspace, result, claim::accept, claim::release);
    }
    return Optional.empty();
  }

  private Optional<InboxMessage> failed(Claim claim, String cause) {
    ConsumerRecord<String, byte[]> task = claim.task();
    String run = Messages.run(task);
    OptionalInt attempt = Messages.attempt(task);
    if (run == null || attempt.isEmpty() || task.key() == null) {
      return Optional.empty();
    }
    if (!task.key().startsWith(run + "/")) {
      return Optional.empty();
    }
    String message =
        "worker " + worker + " can't read the task: " + cause + "; it is kept in the topic dlq";
    return Optional.of(
        InboxMessage.Result.of(
            draft -> {
              draft.run = run;
              draft.node = task.key().substring(run.length() + 1);
              draft.attempt = attempt.getAsInt();
              draft.claimId = claim.id();
              draft.outcome = Outcome.FAILED;
              draft.error = TaskError.of(CoreCode.UNREADABLE_TASK, message);
              draft.worker = worker;
            }));
  }
}
