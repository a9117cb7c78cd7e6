package io.sluice.state.ownership;

import io.sluice.machine.transition.DecisionContext;
import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Transition;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.state.intake.Intake;
import io.sluice.state.intake.Origin;
import io.sluice.state.intake.Poison;
import io.sluice.state.intake.Progress;
import io.sluice.state.intake.Superseded;
import io.sluice.state.store.StoredMessages;
import io.sluice.state.store.Workspaces;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The ways into the batch under way: what the machine decides on an input, answers to people, and
 * letters that are parked.
 */
final class Outbox {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  private final PartitionContext around;
  private final Progress progress;
  private final Poison poison;
  private Batch batch;

  Outbox(PartitionContext around, Progress progress, Poison poison, Batch batch) {
    this.around = around;
    this.progress = progress;
    this.poison = poison;
    this.batch = batch;
  }

  /** What was decided is committed; from here on it goes into {@code next}. */
  void into(Batch next) {
    batch = next;
  }

  /** Puts what the machine decides into the batch; throws what the machine throws. */
  void advance(Workspaces.Held held, Input input, Origin origin) {
    add(held, around.machine().advance(held.state(), input), input, origin);
  }

  /** What the machine made of the input, in the batch; or why it could not decide. */
  @Nullable String attempt(Workspaces.Held held, Input input, Origin.Read at) {
    Transition transition;
    String run = run(input);
    MDC.put("workspace", held.state().workspace());
    if (run != null) {
      MDC.put("run", run);
    }
    try {
      transition = around.machine().advance(held.state(), input);
    } catch (StoredMessages.Unreadable e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("workspace {}, {}: a bug", held.state().workspace(), at, e);
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    } finally {
      MDC.clear();
    }
    add(held, transition, input, at);
    return null;
  }

  /** The state has been folded: what can't travel now means to begin afresh, without this input. */
  private void add(Workspaces.Held held, Transition transition, Input input, Origin origin) {
    if (transition.isEmpty()) {
      return;
    }
    try {
      batch.add(held.state().workspace(), transition, input.context().now(), run(input), origin);
    } catch (RuntimeException e) {
      poison.blame(origin, e.getClass().getSimpleName() + ": " + e.getMessage());
      throw new Superseded("what " + origin + " leads to cannot be sent: " + e.getMessage(), e);
    }
  }

  private static @Nullable String run(Input input) {
    return switch (input) {
      case Input.Received received -> received.message().run();
      case Input.SilentAttempt unheard -> unheard.run();
      case Input.Unanswered unanswered -> unanswered.run();
      case Input.Quarantined bad -> bad.run();
      case Input.WorkerLost lost -> null;
      case Input.Unserved unserved -> unserved.run();
      case Input.Troubled troubled -> null;
      case Input.Due due -> null;
    };
  }

  DecisionContext context(Origin origin) {
    return new DecisionContext(
        Instant.now(),
        progress.next(origin),
        progress.epoch(),
        ThreadLocalRandom.current().nextLong());
  }

  void park(Intake.Message arrived, String cause) {
    LOG.warn(
        "{} offset {} is parked: {}", arrived.record().topic(), arrived.record().offset(), cause);
    batch.add(
        around
            .deadLetters()
            .letter(arrived.record(), arrived.whole().value(), cause, Instant.now()));
  }

  /** The letter of what never came whole. */
  void park(ConsumerRecord<String, byte[]> first, String cause) {
    LOG.warn("{} offset {} is parked: {}", first.topic(), first.offset(), cause);
    batch.add(around.deadLetters().letter(first, cause, Instant.now()));
  }

  /** Under the order's own run, where its sender looks. */
  void answer(String workspace, String run, String text) {
    answer(workspace, run, EventKind.REFUSED, text);
  }

  void answer(String workspace, String run, EventKind kind, String text) {
    batch.add(
        around
            .messages()
            .event(
                new Event(run, workspace, 0, kind, null, null, null, text, null, Instant.now())));
  }
}
