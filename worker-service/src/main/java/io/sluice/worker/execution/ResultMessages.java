package io.sluice.worker.execution;

import static io.sluice.model.message.Outcome.FAILED;
import static io.sluice.model.message.Outcome.IN_DOUBT;
import static io.sluice.model.message.Outcome.OK;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.CoreCode;
import io.sluice.model.ErrorClass;
import io.sluice.model.ErrorCode;
import io.sluice.model.TaskError;
import io.sluice.model.limit.Clipped;
import io.sluice.model.limit.Limits;
import io.sluice.model.message.InboxMessage;
import io.sluice.model.message.Task;
import io.sluice.model.time.Delays;
import io.sluice.provider.Outcome;
import io.sluice.provider.Redaction;
import io.sluice.provider.schema.TypeSchema;
import io.sluice.worker.secret.Identity;
import io.sluice.worker.secret.Sealing;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes the result message of an attempt, within the size that can travel. */
final class ResultMessages {
  /** Ids, an error, names and a step's lines around the values. */
  private static final int OVERHEAD = 32 * 1024;

  private final Task task;
  private final String claimId;
  private final String worker;
  private final String rootId;
  private final long since;
  private final Lines lines = new Lines();
  private Redaction hidden = Redaction.of(List.of());
  private int calls;
  private boolean announces;
  private volatile boolean writes;
  private @Nullable Duration underWay;

  ResultMessages(Task task, String claimId, String worker, String rootId, long since) {
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

  /** What a step says to people; already without secrets. */
  void says(String text) {
    lines.add(text);
  }

  /** What is known to be secret from now on. */
  void hides(Redaction redaction) {
    hidden = redaction;
  }

  /** Of a bug, for the log: its message may repeat anything. */
  String trace(Throwable bug) {
    StringWriter trace = new StringWriter();
    bug.printStackTrace(new PrintWriter(trace, true));
    return hidden.apply(trace.toString());
  }

  /** The call has ended; so long at most what it asked for may be on its way. */
  void ended(Duration grace) {
    underWay = grace;
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
    return calls > 0 && task.action().mayBeInDoubt() && (writes || !announces);
  }

  /** The object existed before Sluice, so it stays in place. */
  InboxMessage forgotten() {
    return result(OK, null, null);
  }

  /** What providers answered, sealed whole. */
  InboxMessage answered(JsonNode sealed) {
    return InboxMessage.Result.of(
        draft -> {
          draft.run = task.run();
          draft.node = task.node();
          draft.attempt = task.attempt();
          draft.claimId = claimId;
          draft.outcome = OK;
          draft.attributes = sealed;
          draft.calls = calls;
          draft.tookMs = Duration.ofNanos(System.nanoTime() - since).toMillis();
          draft.worker = worker;
        });
  }

  InboxMessage deferred(String reason, Duration asked) {
    Duration wait = Delays.shortened(asked);
    return new InboxMessage.Deferred(
        task.run(), task.node(), task.attempt(), claimId, reason, Instant.now().plus(wait), wait);
  }

  /** Nothing was called, and it does not count. */
  InboxMessage gaveUp(String reason) {
    return new InboxMessage.GaveUp(task.run(), task.node(), task.attempt(), claimId, reason);
  }

  InboxMessage failed(CoreCode code, String message) {
    return failed(TaskError.of(code, message));
  }

  InboxMessage failed(TaskError error) {
    return result(FAILED, null, error);
  }

  InboxMessage inDoubt(ErrorCode code, String message) {
    return result(IN_DOUBT, null, new TaskError(ErrorClass.IN_DOUBT, code, message, null));
  }

  /** For outcomes that carry no attributes. */
  InboxMessage outcome(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Failed failed -> failed(error(failed));
      case Outcome.InDoubt doubt -> inDoubt(ErrorCode.of(doubt.code()), doubt.message());
      case Outcome.Gone gone -> gone();
      case Outcome.Done done -> throw new IllegalStateException("attributes have to be sealed");
    };
  }

  InboxMessage performed(Outcome outcome, boolean unchanged, TypeSchema schema, Sealing sealing) {
    return switch (outcome) {
      case Outcome.Done done -> fitting(done, unchanged, null, schema, sealing);
      case Outcome.Failed failed -> failed(failed, schema, sealing);
      case Outcome.InDoubt doubt -> outcome(doubt);
      case Outcome.Gone gone -> outcome(gone);
    };
  }

  private InboxMessage gone() {
    boolean wanted = task.action() == Action.DELETE || task.action() == Action.READ;
    return wanted
        ? result(OK, null, null)
        : failed(
            CoreCode.GONE,
            "the object of " + task.address() + " no longer exists; apply again to create it");
  }

  private InboxMessage failed(Outcome.Failed failed, TypeSchema schema, Sealing sealing) {
    TaskError error = error(failed);
    Outcome.Partial partial = failed.partial();
    if (failed.errorClass() == ErrorClass.IN_DOUBT) {
      return result(IN_DOUBT, null, error);
    }
    return partial == null
        ? result(FAILED, null, error)
        : fitting(
            new Outcome.Done(partial.id(), partial.attributes(), partial.privateData()),
            false,
            error,
            schema,
            sealing);
  }

  private static TaskError error(Outcome.Failed failed) {
    Duration asked = failed.retryAfter();
    return new TaskError(
        failed.errorClass(),
        ErrorCode.of(failed.code()),
        failed.message(),
        asked == null ? null : Delays.shortened(asked));
  }

  /**
   * What is too large to send, or cannot be read again, still reports the id, and as much of the
   * rest as deleting it may need: the object is known as tainted.
   */
  private InboxMessage fitting(
      Outcome.Done done,
      boolean unchanged,
      @Nullable TaskError failure,
      TypeSchema schema,
      Sealing sealing) {
    Set<String> left = Travelling.unreadable(done.attributes());
    JsonNode data = done.privateData();
    boolean dataLost = data != null && !Travelling.isReadable(data);
    JsonNode attributes = Travelling.without(done.attributes(), left);
    Identity identity = sealing.identity(done.id(), attributes);
    Sealing.Sealed sealed = sealing.and(done.secret()).attributes(attributes, identity);
    JsonNode sealedData = sealing.privateData(dataLost ? null : data, identity);
    long surplus = surplus(sealed.attributes(), sealedData);
    if (surplus > 0) {
      Set<String> tooMuch = Travelling.tooMuch(schema, sealed.attributes(), surplus);
      left.addAll(tooMuch);
      sealed =
          new Sealing.Sealed(
              Travelling.without(sealed.attributes(), tooMuch),
              Travelling.without(sealed.paths(), tooMuch));
      if (surplus(sealed.attributes(), sealedData) > 0) {
        dataLost = data != null;
        sealedData = sealing.privateData(null, identity);
      }
    }
    boolean whole = left.isEmpty() && !dataLost;
    if (!whole && !task.action().mayBeInDoubt()) {
      return result(FAILED, null, tooLarge("cannot be taken over: ", left));
    }
    boolean existed = done.existed() || existedBefore();
    Made made = new Made(identity.shown(), sealed, sealedData, unchanged && whole, existed);
    if (failure != null) {
      return result(FAILED, made, failure);
    }
    return whole ? result(OK, made, null) : result(FAILED, made, tooLarge("was made, but ", left));
  }

  private long surplus(JsonNode attributes, @Nullable JsonNode data) {
    long size = OVERHEAD + Travelling.size(attributes) + (long) Travelling.size(task.config());
    return size + (data == null ? 0 : Travelling.size(data)) - Travelling.LARGEST;
  }

  private TaskError tooLarge(String what, Set<String> left) {
    String message =
        task.address()
            + " "
            + what
            + (left.isEmpty() ? "its private data" : String.join(", ", left))
            + " cannot be recorded: it is nested deeper than "
            + Limits.STANDARD.depth().value()
            + " levels, or it is larger in total than "
            + Travelling.LARGEST
            + " bytes with its configuration";
    return TaskError.of(CoreCode.RESULT_TOO_LARGE, message);
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
    return InboxMessage.Result.of(
        draft -> {
          draft.run = task.run();
          draft.node = task.node();
          draft.attempt = task.attempt();
          draft.claimId = claimId;
          draft.outcome = outcome;
          draft.id = made == null ? null : made.id();
          draft.attributes = made == null ? null : made.sealed().attributes();
          draft.privateData = made == null ? null : made.privateData();
          draft.desired = made == null ? null : task.config();
          draft.sensitivePaths = made == null ? List.of() : made.sealed().paths();
          draft.error = error;
          draft.calls = calls;
          draft.tookMs = Duration.ofNanos(System.nanoTime() - since).toMillis();
          draft.recovered = task.recovering();
          draft.unchanged = made != null && made.unchanged();
          draft.root = made == null ? null : rootId;
          draft.worker = worker;
          draft.existed = made != null && made.existed();
          draft.lines = lines.all();
          draft.underWay = outcome == IN_DOUBT ? underWay : null;
        });
  }

  /**
   * What is said during an attempt, from whichever thread. A step that never stops talking must not
   * fill the worker: what is far beyond what a result carries is only counted.
   */
  private static final class Lines {
    private static final int KEPT = 1_000;
    private final List<String> said = new ArrayList<>();
    private int room = Limits.STANDARD.bytes().event();

    synchronized void add(String text) {
      if (said.size() < KEPT && room > 0) {
        String kept = Clipped.of(text, room);
        room -= kept.length();
        said.add(kept);
      }
    }

    synchronized List<String> all() {
      return List.copyOf(said);
    }
  }
}
