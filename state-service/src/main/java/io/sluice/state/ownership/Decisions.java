package io.sluice.state.ownership;

import io.sluice.machine.transition.Input;
import io.sluice.machine.transition.Moment;
import io.sluice.machine.transition.Transition;
import io.sluice.model.CoreCode;
import io.sluice.model.RunId;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.Event;
import io.sluice.model.message.EventKind;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Outcome;
import io.sluice.model.message.TaskError;
import io.sluice.model.record.RecordKeys;
import io.sluice.state.intake.EarlyOrders;
import io.sluice.state.intake.Intake;
import io.sluice.state.intake.Origin;
import io.sluice.state.intake.Poison;
import io.sluice.state.intake.Progress;
import io.sluice.state.intake.Source;
import io.sluice.state.intake.Superseded;
import io.sluice.state.store.StoredMessages;
import io.sluice.state.store.Workspaces;
import io.sluice.transport.message.Messages;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What messages mean for their workspaces, into the batch under way. What fails is laid at the door
 * of the message that it came from: it is parked and its run quarantined, and what follows goes on.
 * A success that does not fit is taken without what would follow from it; should that fail too, its
 * node is left in doubt.
 */
final class Decisions {
  private static final Logger LOG = LoggerFactory.getLogger(Decisions.class);

  private final PartitionContext around;
  private final int partition;
  private final Progress progress;
  private final Workspaces workspaces;
  private final Poison poison;
  private final Map<String, Set<String>> told = new HashMap<>();
  private Batch batch;

  Decisions(
      PartitionContext around,
      int partition,
      Progress progress,
      Workspaces workspaces,
      Poison poison,
      Batch batch) {
    this.around = around;
    this.partition = partition;
    this.progress = progress;
    this.workspaces = workspaces;
    this.poison = poison;
    this.batch = batch;
  }

  /** What was decided is committed; from here on it goes into {@code next}. */
  void into(Batch next) {
    batch = next;
  }

  /** Answers whether the inbox goes on; if not, {@link Progress#halted} says why. */
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
          park(
              arrived,
              "a "
                  + envelope.type().wireName()
                  + " does not belong into "
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
    park(arrived, cause);
    ConsumerRecord<String, byte[]> record = arrived.record();
    String workspace = Messages.workspace(record);
    String run = Messages.run(record);
    if (workspace == null || !RunId.isValid(run) || run == null || !isHere(workspace)) {
      return;
    }
    Origin.Read at = new Origin.Read(source, record.offset());
    if (source == Source.ORDERS) {
      answer(workspace, run, "The order can't be read: " + cause);
      return;
    }
    Workspaces.Held held = workspaces.of(workspace);
    if (held.state().run(run).isPresent() && failures(at) < PARKED_ONLY) {
      attempt(held, new Input.Quarantined(run, cause, moment(at)), at);
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
      park(arrived, "the header sluice-workspace is missing or does not belong to this partition");
      return;
    }
    if (!RunId.isValid(message.run())) {
      park(arrived, "the run's id is none: an id is " + RunId.RULE);
      return;
    }
    if (message instanceof InboxMessage.Retry retry && !RunId.isValid(retry.again())) {
      String cause = "the id of the run that is to try again is none: an id is " + RunId.RULE;
      park(arrived, cause);
      answer(workspace, retry.run(), "The order failed: " + cause);
      return;
    }
    if (message instanceof InboxMessage.InboxSkip) {
      return;
    }
    Workspaces.Held held = workspaces.of(workspace);
    if (message instanceof InboxMessage.Order order && comesEarly(held, order)) {
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

  private static boolean comesEarly(Workspaces.Held held, InboxMessage.Order order) {
    return EarlyOrders.needsRun(order) && held.state().run(order.run()).isEmpty();
  }

  /** An order that has waited: its run is there now, or its time is up. */
  void applyEarly(EarlyOrders.Early early) {
    Workspaces.Held held = workspaces.of(early.workspace());
    Origin.Read at = new Origin.Read(Source.ORDERS, early.offset());
    String cause = poison.of(at).map(Poison.Blame::cause).orElse(null);
    if (cause == null) {
      cause = attempt(held, new Input.Received(early.order(), moment(at)), at);
    }
    if (cause != null) {
      answer(early.workspace(), early.order().run(), "The order failed: " + cause);
    }
  }

  private void apply(
      Workspaces.Held held, Origin.Read at, Intake.Message arrived, InboxMessage message) {
    int failed = failures(at);
    String cause = poison.of(at).map(Poison.Blame::cause).orElse("");
    if (failed == 0) {
      String now = attempt(held, new Input.Received(message, moment(at)), at);
      if (now == null) {
        return;
      }
      cause = now;
      failed = 1;
    }
    if (failed == 1 && mayHaveMade(message)) {
      // What it says is kept; nothing follows from it, and the run that did not fit stops.
      Map<String, String> blamed = Map.of(message.run(), cause);
      if (attempt(held, new Input.Received(message, moment(at)).alone(blamed), at) == null) {
        return;
      }
      failed = 2;
    }
    park(arrived, cause);
    if (message instanceof InboxMessage.Order order) {
      answer(held.state().workspace(), order.run(), "The order failed: " + cause);
    }
    if (failed >= PARKED_ONLY) {
      return;
    }
    if (at.source() == Source.INBOX) {
      attempt(held, new Input.Received(message, moment(at)).quarantined(cause), at);
      String why = cause;
      Messages.told(message).ifPresent(told -> leaveInDoubt(held, at, message.run(), told, why));
    }
  }

  private static boolean mayHaveMade(InboxMessage message) {
    return message instanceof InboxMessage.Result result && result.mayHaveMade();
  }

  /** Something may have happened, and what it was can't be read or kept. */
  private void leaveInDoubt(
      Workspaces.Held held, Origin.Read at, String run, Messages.Told told, String cause) {
    TaskError error =
        TaskError.of(
            CoreCode.UNREADABLE_RESULT,
            "what a worker reported could not be taken (it is kept in the topic dlq): " + cause);
    InboxMessage.Result doubt =
        new InboxMessage.Result(
            run,
            told.node(),
            told.attempt(),
            told.claim(),
            Outcome.IN_DOUBT,
            null,
            null,
            null,
            null,
            List.of(),
            error,
            0,
            0,
            false,
            false,
            null,
            null);
    attempt(held, new Input.Received(doubt, moment(at)), at);
  }

  private boolean belongsHere(String workspace, InboxMessage message) {
    String meant =
        switch (message) {
          case InboxMessage.Submitted submitted -> submitted.workspace();
          case InboxMessage.StateEdit edit -> edit.workspace();
          default -> workspace;
        };
    return meant.equals(workspace) && isHere(workspace);
  }

  private boolean isHere(String workspace) {
    return !workspace.isBlank()
        && workspace.length() <= Limits.STANDARD.texts().name()
        && !RecordKeys.isReserved(workspace)
        && workspace.indexOf('/') < 0
        && around.messages().partition(workspace) == partition;
  }

  /** What the machine made of the input, in the batch; or why it could not decide. */
  private @Nullable String attempt(Workspaces.Held held, Input input, Origin.Read at) {
    Transition transition;
    try {
      transition = around.machine().advance(held.state(), input);
    } catch (StoredMessages.Unreadable e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("workspace {}, {}: a bug", held.state().workspace(), at, e);
      return e.getClass().getSimpleName() + ": " + e.getMessage();
    }
    add(held, transition, input, at);
    return null;
  }

  /** An input of our own: where it fails, the workspace goes on without such inputs for a while. */
  void tell(Workspaces.Held held, java.util.function.Function<Moment, Input> asked) {
    String workspace = held.state().workspace();
    if (poison.holds(workspace)) {
      return;
    }
    Origin.Own own = new Origin.Own(workspace);
    Input input = asked.apply(moment(own));
    try {
      Transition transition = around.machine().advance(held.state(), input);
      add(held, transition, input, own);
      poison.recovered(workspace);
    } catch (Superseded | StoredMessages.Unreadable e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("workspace {}: its timers stand still after a bug", workspace, e);
      poison.blame(own, e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }

  /**
   * Each active run of a workspace whose own inputs are postponed gets an event that says so, once
   * by an owner. That this can't be told either is no reason to try it for ever.
   */
  void tellTheTroubled() {
    Map<String, String> troubled = poison.toTell();
    told.keySet().retainAll(troubled.keySet());
    for (Map.Entry<String, String> each : troubled.entrySet()) {
      Workspaces.Held held = workspaces.of(each.getKey());
      Set<String> active = held.state().active();
      if (told.getOrDefault(each.getKey(), Set.of()).containsAll(active)) {
        continue;
      }
      told.put(each.getKey(), active);
      Origin.Telling telling = new Origin.Telling(each.getKey());
      Input input = new Input.Troubled(each.getValue(), moment(telling));
      try {
        add(held, around.machine().advance(held.state(), input), input, telling);
      } catch (Superseded | StoredMessages.Unreadable e) {
        throw e;
      } catch (RuntimeException | StackOverflowError e) {
        LOG.error("workspace {}: its people can't be told of its troubles", each.getKey(), e);
        poison.blame(telling, e.getClass().getSimpleName() + ": " + e.getMessage());
      }
    }
  }

  /** The state has been folded: what can't travel now means to begin afresh, without this input. */
  private void add(Workspaces.Held held, Transition transition, Input input, Origin origin) {
    if (transition.isEmpty()) {
      return;
    }
    try {
      batch.add(held.state().workspace(), transition, input.moment().now(), run(input), origin);
    } catch (RuntimeException e) {
      poison.blame(origin, e.getClass().getSimpleName() + ": " + e.getMessage());
      throw new Superseded("what " + origin + " leads to can't travel: " + e.getMessage(), e);
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

  Moment moment(Origin origin) {
    return new Moment(
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
