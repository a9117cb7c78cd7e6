package io.sluice.machine.task;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.CoreCode;
import io.sluice.model.PoolName;
import io.sluice.model.TaskError;
import io.sluice.model.json.Json;
import io.sluice.model.message.Task;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.ProviderBlock;
import io.sluice.model.plan.Reference;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the task of an attempt, with every value that its configuration refers to. */
public final class TaskFactory {
  /** How long a worker may wait for its turn, besides the calls. */
  private static final Duration WAITING = Duration.ofMinutes(1);

  private final MachineSettings settings;

  public TaskFactory(MachineSettings settings) {
    this.settings = settings;
  }

  /** A task, or why there can be none. */
  public sealed interface Built {}

  public record Ready(Task task) implements Built {}

  public record Unresolved(TaskError error) implements Built {}

  /**
   * @param now by the clock that {@code attempt.recoverAfter} was written with, where it is at hand
   */
  public Built make(
      String workspace,
      String run,
      Node node,
      Attempt attempt,
      Lookup lookup,
      @Nullable Instant now) {
    Map<String, JsonNode> values = new TreeMap<>();
    Map<String, String> replaced = new TreeMap<>();
    for (Reference reference : node.values()) {
      Optional<JsonNode> value = Values.resolve(reference, lookup);
      if (value.isEmpty()) {
        return new Unresolved(missing(node, reference));
      }
      values.put(reference.text(), value.get());
      if (lookup.replaced(reference.address())) {
        lookup
            .record(reference.address())
            .map(StateRecord::id)
            .ifPresent(id -> replaced.put(reference.module(), id));
      }
    }
    if (node.action() == Action.CREATE && node.createBeforeDestroy()) {
      lookup
          .record(node.address())
          .map(StateRecord::id)
          .ifPresent(id -> replaced.put(node.address().text(), id));
    }
    int most = settings.limits().bytes().task();
    Task.Prior prior = slender(prior(node, lookup), most / 8);
    if (node.action() == Action.DELETE && prior != null && isNameless(prior)) {
      return new Unresolved(nameless(node));
    }
    Duration call = settings.callLimit(node);
    Task task =
        Task.of(
            draft -> {
              draft.workspace = workspace;
              draft.run = run;
              draft.node = node.id();
              draft.address = node.address();
              draft.attempt = attempt.number();
              draft.token = attempt.token();
              draft.action = node.action();
              draft.type = node.type();
              draft.provider = node.provider();
              draft.config = node.config();
              draft.values = values;
              draft.replacedIds = replaced;
              draft.prior = prior;
              draft.repeat = node.repeat();
              draft.budget =
                  new Task.Budget(settings.tasks().callsPerTask(), null, call.plus(WAITING));
              draft.timeouts = node.timeouts();
              draft.recovering = attempt.recovering();
              draft.recoverAfter = attempt.recoverAfter();
              draft.sensitivePaths = node.sensitivePaths();
              draft.providerBlock = node.providerBlock();
              draft.recoverIn = recoverIn(attempt, now);
              draft.limit = new Task.CallLimit(call, settings.tasks().visibilityDelay());
              draft.absent = attempt.absent();
              draft.plugin = node.plugin();
              draft.callers = attempt.callers();
            });
    return mayBeLarger(task, most / 8) && Json.encode(task).length > most
        ? new Unresolved(tooLarge(node, most))
        : new Ready(task);
  }

  /** Whether a request with these values goes into one message. */
  public boolean canTravel(Map<String, JsonNode> values) {
    int most = settings.limits().bytes().message() / 2;
    boolean small =
        values.values().stream()
            .allMatch(value -> Room.after(value, settings.tasks().maxValueBytes() / 8) >= 0);
    return (small && values.size() <= most / settings.tasks().maxValueBytes())
        || Json.encode(values).length <= most;
  }

  /** Without writing it out: whether it takes more than this many characters. */
  private static boolean mayBeLarger(Task task, long room) {
    long left = Room.after(task.config(), room);
    for (JsonNode value : task.values().values()) {
      left = left < 0 ? left : Room.after(value, left);
    }
    Task.Prior prior = task.prior();
    if (prior != null && left >= 0) {
      left = Room.after(prior.attributes(), left);
      left = left < 0 ? left : Room.after(prior.desired(), left);
      JsonNode own = prior.privateData();
      left = left < 0 || own == null ? left : Room.after(own, left);
    }
    ProviderBlock block = task.providerBlock();
    left = left < 0 || block == null ? left : Room.after(block.config(), left);
    JsonNode planned = task.plugin() == null ? null : task.plugin().planned();
    left = left < 0 || planned == null ? left : Room.after(planned, left);
    return left < 0 || task.sensitivePaths().size() > 100 || task.values().size() > 100;
  }

  private static @Nullable Duration recoverIn(Attempt attempt, @Nullable Instant now) {
    Instant after = attempt.recoverAfter();
    if (after == null || now == null) {
      return null;
    }
    return after.isAfter(now) ? Duration.between(now, after) : Duration.ZERO;
  }

  private static TaskError tooLarge(Node node, int most) {
    return TaskError.of(
        CoreCode.TASK_TOO_LARGE,
        node.address()
            + ": its configuration, known attributes and referenced values together exceed the "
            + most
            + " bytes that a task may have: make them smaller, or split the resource");
  }

  /** The values of a placeholder, for the planner. */
  public Optional<Map<String, JsonNode>> values(Node node, Lookup lookup) {
    Map<String, JsonNode> values = new TreeMap<>();
    for (Reference reference : node.values()) {
      Optional<JsonNode> value = Values.resolve(reference, lookup);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.put(reference.text(), value.get());
    }
    return Optional.of(values);
  }

  public static String pool(Node node) {
    return node.pool() == null ? PoolName.DEFAULT : node.pool();
  }

  /**
   * The key of the record that a node changes or removes. The old half of a replace that creates
   * first has been moved aside by then, whatever the plan says.
   */
  public static Address priorAddress(Node node) {
    Node.@Nullable Prior prior = node.prior();
    if (prior == null) {
      return node.address();
    }
    String id = prior.id();
    boolean movedAside =
        node.action() == Action.DELETE && node.createBeforeDestroy() && node.pairedWith() != null;
    return movedAside && id != null ? prior.record().deposed(id) : prior.record();
  }

  private static Task.@Nullable Prior prior(Node node, Lookup lookup) {
    if (node.prior() == null && makesAnew(node.action())) {
      return null;
    }
    if (node.prior() != null && node.action() == Action.IMPORT) {
      return new Task.Prior(
          node.prior().id(),
          Json.object(),
          node.config(),
          null,
          node.schemaVersion(),
          RecordStatus.OK,
          null);
    }
    return lookup.record(priorAddress(node)).map(TaskFactory::prior).orElse(null);
  }

  /** What a large object was made from is left out: its attributes say what a call has to know. */
  private static Task.@Nullable Prior slender(Task.@Nullable Prior prior, long room) {
    return prior == null || Room.after(prior.desired(), room) >= 0 ? prior : prior.withoutDesired();
  }

  /** Whether each reading replaces what is there, as for a data source and outputs. */
  private static boolean makesAnew(Action action) {
    return action == Action.CREATE || action == Action.READ || action == Action.PLAN;
  }

  private static Task.Prior prior(StateRecord record) {
    return new Task.Prior(
        record.id(),
        record.attributes(),
        record.desired(),
        record.privateData(),
        record.schemaVersion(),
        record.status(),
        record.root(),
        record.existed());
  }

  /** A record that a create in doubt left: there may be an object, but its id is not known. */
  private static boolean isNameless(Task.Prior prior) {
    return prior.id() == null && prior.status() == RecordStatus.IN_DOUBT;
  }

  private static TaskError nameless(Node node) {
    return TaskError.of(
        CoreCode.CLOSED,
        node.address()
            + " may have been created, but its id is not known, so it cannot be deleted: resolve it"
            + " with sluice runs resolve, or apply again with it in the configuration. If no run"
            + " has it in doubt, look for it yourself, then remove it from state with sluice state"
            + " rm");
  }

  private static TaskError missing(Node node, Reference reference) {
    return TaskError.of(
        CoreCode.UNRESOLVED_REFERENCE,
        "${"
            + reference.text()
            + "} in "
            + node.address()
            + " has no value: "
            + reference.address()
            + (reference.path().isEmpty() ? " is not in state" : " has no " + reference.path()));
  }
}
