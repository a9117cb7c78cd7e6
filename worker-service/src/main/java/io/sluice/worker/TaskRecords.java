package io.sluice.worker;

import io.sluice.model.message.Task;
import io.sluice.transport.TransportFailure;
import io.sluice.transport.message.DeadLetters;
import io.sluice.transport.message.Messages;
import io.sluice.worker.claim.Claim;
import io.sluice.worker.lease.AttemptDesk;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.producer.Producer;

/** Claimed records as tasks; what is none is parked, so that nothing waits behind it. */
final class TaskRecords implements AttemptDesk.Decoder {
  private final Producer<String, byte[]> producer;
  private final DeadLetters deadLetters;

  TaskRecords(Producer<String, byte[]> producer, DeadLetters deadLetters) {
    this.producer = producer;
    this.deadLetters = deadLetters;
  }

  @Override
  public Optional<Task> decode(Claim claim) {
    return switch (Messages.decode(claim.task().value())) {
      case Messages.Understood(var envelope) when envelope.payload() instanceof Task task ->
          Optional.of(task);
      case Messages.Understood(var envelope) ->
          park(claim, "a " + envelope.type().wireName() + " is no task");
      case Messages.Malformed malformed -> park(claim, malformed.cause());
      case Messages.Newer newer -> park(claim, newer.cause());
    };
  }

  private Optional<Task> park(Claim claim, String cause) {
    try {
      deadLetters.park(producer, claim.task(), cause, Instant.now());
      claim.accept();
    } catch (TransportFailure e) {
      claim.release();
    }
    return Optional.empty();
  }
}
