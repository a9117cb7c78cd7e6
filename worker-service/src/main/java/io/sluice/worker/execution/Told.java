package io.sluice.worker.execution;

import static io.sluice.model.message.Outcome.FAILED;
import static io.sluice.model.message.Outcome.IN_DOUBT;
import static io.sluice.model.message.Outcome.OK;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.model.message.TaskError;
import io.sluice.provider.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts the end of an attempt into words: the result message, within the size that can travel. */
final class Told {
  private static final int LARGEST = 800 * 1024;
  private final Task task;
  private final String claimId;
  private final String worker;
  private final String rootId;
  private final long since;
  private int calls;
  private boolean announces;
  private volatile boolean writes;

  Told(Task task, String claimId, String worker, String rootId, long since) {
    this.task = task;
    this.claimId = claimId;
    this.worker = worker;
    this.rootId = rootId;
    this.since = since;
  }

  /** The type says when it begins to write. */
  void announced() {
    announces = true;
  }

  void called() {
    calls++;
    writes = false;
  }

  void writes() {
    writes = true;
  }

  boolean writesNow() {
    return writes;
  }

  /** Of the last call: an earlier one was repeated only because it had certainly done nothing. */
  boolean mayHaveWritten() {
    return calls > 0 && Operation.changesSomething(task.action()) && (writes || !announces);
  }

  /** The object was there before Sluice: it is left alone. */
  InboxMessage forgotten() {
    return result(OK, null, null);
  }

  InboxMessage deferred(String reason, Instant until) {
    return new InboxMessage.Deferred(
        task.run(), task.node(), task.attempt(), claimId, reason, until);
  }

  /** Nothing was called, and it does not count. */
  InboxMessage gaveUp(String reason) {
    return new InboxMessage.GaveUp(task.run(), task.node(), task.attempt(), claimId, reason);
  }

  InboxMessage failed(ErrorClass errorClass, String code, String message) {
    return result(FAILED, null, new TaskError(errorClass, code, message, null));
  }

  InboxMessage failed(TaskError error) {
    return result(FAILED, null, error);
  }

  InboxMessage inDoubt(String code, String message) {
    return result(IN_DOUBT, null, new TaskError(ErrorClass.IN_DOUBT, code, message, null));
  }

  /** For outcomes that carry no attributes. */
  InboxMessage outcome(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Failed failed -> failed(failed, null);
      case Outcome.InDoubt doubt -> inDoubt(doubt.code(), doubt.message());
      case Outcome.Gone gone -> gone();
      case Outcome.Done done -> throw new IllegalStateException("attributes have to be sealed");
    };
  }

  InboxMessage performed(Outcome outcome, boolean unchanged, Sealing sealing) {
    return switch (outcome) {
      case Outcome.Done done -> fitting(done(done, unchanged, sealing), done.id());
      case Outcome.Failed failed -> failed(failed, sealing);
      case Outcome.InDoubt doubt -> outcome(doubt);
      case Outcome.Gone gone -> outcome(gone);
    };
  }

  private InboxMessage gone() {
    boolean wanted = task.action() == Action.DELETE || task.action() == Action.READ;
    return wanted
        ? result(OK, null, null)
        : failed(
            ErrorClass.PERMANENT,
            "GONE",
            "the object of " + task.address() + " no longer exists; apply again to make it anew");
  }

  private InboxMessage failed(Outcome.Failed failed, @Nullable Sealing sealing) {
    TaskError error =
        new TaskError(failed.errorClass(), failed.code(), failed.message(), failed.retryAfter());
    Outcome.Partial partial = failed.partial();
    if (failed.errorClass() == ErrorClass.IN_DOUBT) {
      return result(IN_DOUBT, null, error);
    }
    Made made =
        partial == null || sealing == null
            ? null
            : new Made(partial.id(), sealing.attributes(partial.attributes()), null, false, false);
    return result(FAILED, made, error);
  }

  private InboxMessage done(Outcome.Done done, boolean unchanged, Sealing sealing) {
    JsonNode data = done.privateData();
    Made made =
        new Made(
            done.id(),
            sealing.attributes(done.attributes()),
            data == null ? null : sealing.privateData(data),
            unchanged,
            done.existed() || existedBefore());
    return result(OK, made, null);
  }

  /** A result that is too large to travel still tells the id: the object is known as tainted. */
  private InboxMessage fitting(InboxMessage message, String id) {
    if (roughSize(message) < LARGEST / 4 || Json.encode(message).length <= LARGEST) {
      return message;
    }
    TaskError error =
        new TaskError(
            ErrorClass.USER,
            "RESULT_TOO_LARGE",
            task.address() + " was made, but its attributes are larger than " + LARGEST + " bytes",
            null);
    Made made = new Made(id, new Sealing.Sealed(Json.object(), List.of()), null, false, false);
    return result(FAILED, made, error);
  }

  private static long roughSize(InboxMessage message) {
    JsonNode attributes =
        message instanceof InboxMessage.Result result ? result.attributes() : null;
    return attributes == null ? 0 : roughSize(attributes);
  }

  private static long roughSize(JsonNode value) {
    long size = value.isTextual() ? 2L * value.textValue().length() : 16;
    for (JsonNode child : value) {
      size += 16 + roughSize(child);
    }
    return size;
  }

  private record Made(
      String id,
      Sealing.Sealed sealed,
      @Nullable JsonNode privateData,
      boolean unchanged,
      boolean existed) {}

  /** What was there before Sluice stays so, however often it is updated or read. */
  private boolean existedBefore() {
    Task.Prior prior = task.prior();
    return prior != null && prior.existed() && task.action() != Action.CREATE;
  }

  private InboxMessage result(
      io.sluice.model.message.Outcome outcome, @Nullable Made made, @Nullable TaskError error) {
    return new InboxMessage.Result(
        task.run(),
        task.node(),
        task.attempt(),
        claimId,
        outcome,
        made == null ? null : made.id(),
        made == null ? null : made.sealed().attributes(),
        made == null ? null : made.privateData(),
        made == null ? null : task.config(),
        made == null ? List.of() : made.sealed().paths(),
        error,
        calls,
        Duration.ofNanos(System.nanoTime() - since).toMillis(),
        task.recovering(),
        made != null && made.unchanged(),
        made == null ? null : rootId,
        worker,
        made != null && made.existed());
  }
}
