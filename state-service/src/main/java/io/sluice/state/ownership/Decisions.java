package io.sluice.state.ownership;

import io.sluice.machine.transition.Input;
import io.sluice.model.CoreCode;
import io.sluice.model.RunId;
import io.sluice.model.TaskError;
import io.sluice.model.WorkspaceName;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Order;
import io.sluice.model.message.Outcome;
import io.sluice.model.record.RecordKeys;
import io.sluice.state.intake.EarlyOrders;
import io.sluice.state.intake.Intake;
import io.sluice.state.intake.Origin;
import io.sluice.state.intake.Poison;
import io.sluice.state.intake.Progress;
import io.sluice.state.intake.Source;
import io.sluice.state.store.Workspaces;
import io.sluice.transport.message.Messages;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What messages mean for their workspaces, into the {@link Outbox}. A failure is blamed on the
 * message that it came from: the message is parked, its run quarantined, and the rest goes on. A
 * success that does not fit is taken without what would follow from it; should that fail too, its
 * node is left in doubt.
 */
final class Decisions {
  private final PartitionContext around;
  private final int partition;
  private final Progress progress;
  private final Workspaces workspaces;
  private final Poison poison;
  private final Outbox outbox;

  Decisions(
      PartitionContext around,
      int partition,
      Progress progress,
      Workspaces workspaces,
      Poison poison,
      Outbox outbox) {
    this.around = around;
    this.partition = partition;
    this.progress = progress;
    this.workspaces = workspaces;
    this.poison = poison;
    this.outbox = outbox;
  }

  /** Returns whether the inbox goes on; if not, {@link Progress#halted} says why. */
  boolean decide(Source source, Intake.Message arrived) {
    ConsumerRecord<String, byte[]> record = arrived.record();
    if (Messages.isMarker(record)) {
      return true;
    }
    if (arrived.swollen()) {
      byte[] value = arrived.whole().value();
      unreadable(source, arrived, (value == null ? 0 : value.length) + " bytes in one record");
      return true;
    }
    switch (Messages.decode(arrived.whole().value())) {
      case Messages.Understood(var envelope)
          when envelope.payload() instanceof InboxMessage message && source.carries(message) ->
          decide(new Origin.Read(source, record.offset()), arrived, message);
      case Messages.Understood(var envelope) ->
          outbox.park(
              arrived,
              "a "
                  + envelope.type().wireName()
                  + " does not belong in "
                  + source.topic(around.messages().topics()));
      case Messages.Malformed malformed -> unreadable(source, arrived, malformed.cause());
      case Messages.Newer newer -> {
        if (source == Source.INBOX) {
          progress.halt(
              new Progress.Halt(
                  record.offset(),
                  arrived.whole().first(),
                  newer.cause(),
                  record.offset() + 1,
                  arrived,
                  System.nanoTime()));
          return false;
        }
        unreadable(source, arrived, newer.cause());
      }
    }
    return true;
  }

  /** Reports the outcome to the run it concerns, if that is known, so that no run waits in vain. */
  private void unreadable(Source source, Intake.Message arrived, String cause) {
    outbox.park(arrived, cause);
    report(source, arrived.record(), cause, true);
  }

  /** Parts that no others followed. Its sender may send it again, so a known run goes on. */
  void neverWhole(Source source, ConsumerRecord<String, byte[]> first, String cause) {
    outbox.park(first, cause);
    report(source, first, cause, false);
  }

  private void report(
      Source source, ConsumerRecord<String, byte[]> record, String cause, boolean quarantines) {
    String workspace = Messages.workspace(record);
    String run = Messages.run(record);
    if (workspace == null || !RunId.isValid(run) || run == null || !isHere(workspace)) {
      return;
    }
    Origin.Read at = new Origin.Read(source, record.offset());
    if (source == Source.ORDERS) {
      outbox.answer(workspace, run, "The order cannot be read: " + cause);
      return;
    }
    Workspaces.Held held = workspaces.of(workspace);
    if (held.state().run(run).isEmpty()) {
      // It can only be what would have made the run known, unless a worker says it.
      if (Messages.told(record).isEmpty()) {
        outbox.answer(workspace, run, "The submission cannot be read: " + cause);
      }
    } else if (quarantines && failures(at) < PARKED_ONLY) {
      outbox.attempt(held, new Input.Quarantined(run, cause, outbox.context(at)), at);
      Messages.told(record).ifPresent(told -> leaveInDoubt(held, at, run, told, cause));
    }
  }

  private static final int PARKED_ONLY = 3;

  private int failures(Origin.Read at) {
    return poison.of(at).map(Poison.Blame::times).orElse(0);
  }

  private void decide(Origin.Read at, Intake.Message arrived, InboxMessage message) {
    String workspace = Messages.workspace(arrived.record());
    if (workspace == null || !belongsHere(workspace, message)) {
      outbox.park(
          arrived, "the header sluice-workspace is missing or does not belong to this partition");
      if (message instanceof InboxMessage.Submitted lost && RunId.isValid(lost.run())) {
        String known = WorkspaceName.isValid(lost.workspace()) ? lost.workspace() : "unknown";
        outbox.answer(known, lost.run(), "The submission came to a partition that is not its own.");
      }
      return;
    }
    if (!RunId.isValid(message.run())) {
      outbox.park(arrived, "the run's id is not valid: an id is " + RunId.RULE);
      return;
    }
    if (message instanceof Order.Retry retry && !RunId.isValid(retry.again())) {
      String cause = "the id of the run to retry is not valid: an id is " + RunId.RULE;
      outbox.park(arrived, cause);
      outbox.answer(workspace, retry.run(), "The order failed: " + cause);
      return;
    }
    if (message instanceof Order.InboxSkip) {
      return;
    }
    Workspaces.Held held = workspaces.of(workspace);
    if (message instanceof Order order && comesEarly(held, order)) {
      Instant since = Instant.ofEpochMilli(arrived.record().timestamp());
      if (progress
          .early()
          .hold(new EarlyOrders.Early(at.offset(), workspace, order, later(since)))) {
        return;
      }
    }
    if (message instanceof InboxMessage.Planned) {
      held.state().elsewhere(workspaces.nodes() - held.state().nodes());
    }
    apply(held, at, arrived, message);
    if (message instanceof InboxMessage.Submitted submitted) {
      for (EarlyOrders.Early early : progress.early().of(workspace, submitted.run())) {
        applyEarly(early);
      }
    }
  }

  /** A clock that runs ahead must not make an order wait for years; nor one that is not set. */
  private static Instant later(Instant said) {
    Instant now = Instant.now();
    return said.isAfter(now) || said.isBefore(Instant.EPOCH) ? now : said;
  }

  private static boolean comesEarly(Workspaces.Held held, Order order) {
    return EarlyOrders.needsRun(order) && held.state().run(order.run()).isEmpty();
  }

  /** An order that has waited: its run is there now, or its time is up. */
  void applyEarly(EarlyOrders.Early early) {
    Workspaces.Held held = workspaces.of(early.workspace());
    Origin.Read at = new Origin.Read(Source.ORDERS, early.offset());
    String cause = poison.of(at).map(Poison.Blame::cause).orElse(null);
    if (cause == null) {
      cause = outbox.attempt(held, new Input.Received(early.order(), outbox.context(at)), at);
    }
    if (cause != null) {
      outbox.answer(early.workspace(), early.order().run(), "The order failed: " + cause);
    }
  }

  private void apply(
      Workspaces.Held held, Origin.Read at, Intake.Message arrived, InboxMessage message) {
    int failed = failures(at);
    String cause = poison.of(at).map(Poison.Blame::cause).orElse("");
    if (failed == 0) {
      String now = outbox.attempt(held, new Input.Received(message, outbox.context(at)), at);
      if (now == null) {
        return;
      }
      cause = now;
      failed = 1;
    }
    if (failed == 1 && mayHaveMade(message)) {
      // Its content is applied; nothing follows from it, and the run that did not fit stops.
      Map<String, String> blamed = Map.of(message.run(), cause);
      if (outbox.attempt(held, new Input.Received(message, outbox.context(at)).alone(blamed), at)
          == null) {
        return;
      }
      failed = 2;
    }
    outbox.park(arrived, cause);
    if (message instanceof Order order) {
      outbox.answer(held.state().workspace(), order.run(), "The order failed: " + cause);
    }
    if (message instanceof InboxMessage.Submitted submitted
        && held.state().run(submitted.run()).isEmpty()) {
      outbox.answer(held.state().workspace(), submitted.run(), "The submission failed: " + cause);
    }
    if (failed >= PARKED_ONLY) {
      return;
    }
    if (at.source() == Source.INBOX) {
      outbox.attempt(held, new Input.Received(message, outbox.context(at)).quarantined(cause), at);
      String why = cause;
      Messages.told(message).ifPresent(told -> leaveInDoubt(held, at, message.run(), told, why));
    }
  }

  private static boolean mayHaveMade(InboxMessage message) {
    return message instanceof InboxMessage.Result result && result.mayHaveMade();
  }

  /** Something may have happened, and what it was can't be read or kept. */
  private void leaveInDoubt(
      Workspaces.Held held, Origin.Read at, String run, Messages.AttemptReport told, String cause) {
    TaskError error =
        TaskError.of(
            CoreCode.UNREADABLE_RESULT,
            "a worker's report could not be applied (it is kept in the topic dlq): " + cause);
    InboxMessage.Result doubt =
        InboxMessage.Result.of(
            draft -> {
              draft.run = run;
              draft.node = told.node();
              draft.attempt = told.attempt();
              draft.claimId = told.claim();
              draft.outcome = Outcome.IN_DOUBT;
              draft.error = error;
            });
    outbox.attempt(held, new Input.Received(doubt, outbox.context(at)), at);
  }

  private boolean belongsHere(String workspace, InboxMessage message) {
    String meant = message.workspace();
    return (meant == null || meant.equals(workspace)) && isHere(workspace);
  }

  private boolean isHere(String workspace) {
    return !workspace.isBlank()
        && workspace.length() <= Limits.STANDARD.texts().name()
        && !RecordKeys.isReserved(workspace)
        && workspace.indexOf('/') < 0
        && around.messages().partition(workspace) == partition;
  }
}
