package io.sluice.machine.task;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.model.Action;
import io.sluice.model.Address;
import io.sluice.model.ErrorClass;
import io.sluice.model.json.Json;
import io.sluice.model.message.Task;
import io.sluice.model.message.TaskError;
import io.sluice.model.plan.Node;
import io.sluice.model.plan.Reference;
import io.sluice.model.record.RecordStatus;
import io.sluice.model.record.StateRecord;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the task of an attempt, with every value that its configuration refers to. */
public final class TaskFactory {
  private final MachineSettings settings;

  public TaskFactory(MachineSettings settings) {
    this.settings = settings;
  }

  /** A task, or why there can be none. */
  public sealed interface Made {}

  public record Ready(Task task) implements Made {}

  public record Unresolved(TaskError error) implements Made {}

  public Made make(String workspace, String run, Node node, Attempt attempt, Lookup lookup) {
    Map<String, JsonNode> values = new TreeMap<>();
    Map<String, String> replaced = new TreeMap<>();
    for (Reference reference : node.values()) {
      Optional<JsonNode> value = Values.resolve(reference, lookup, settings.maxValueBytes());
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
    Task.Prior prior = prior(node, lookup);
    if (node.action() == Action.DELETE && prior != null && isNameless(prior)) {
      return new Unresolved(nameless(node));
    }
    return new Ready(
        new Task(
            workspace,
            run,
            node.id(),
            node.address(),
            attempt.number(),
            attempt.token(),
            node.action(),
            node.type(),
            node.provider(),
            node.config(),
            values,
            replaced,
            prior,
            node.repeat(),
            new Task.Budget(settings.callsPerTask(), null),
            node.timeouts(),
            attempt.recovering(),
            attempt.recoverAfter(),
            node.sensitivePaths(),
            node.providerBlock()));
  }

  /** The values of a placeholder, for the planner. */
  public Optional<Map<String, JsonNode>> values(Node node, Lookup lookup) {
    Map<String, JsonNode> values = new TreeMap<>();
    for (Reference reference : node.values()) {
      Optional<JsonNode> value = Values.resolve(reference, lookup, settings.maxValueBytes());
      if (value.isEmpty()) {
        return Optional.empty();
      }
      values.put(reference.text(), value.get());
    }
    return Optional.of(values);
  }

  public static String pool(Node node) {
    return node.pool() == null ? "default" : node.pool();
  }

  /**
   * The key under which the record stands that a node changes or takes away. The old half of a
   * replace that creates first has been moved aside by then, whatever the plan says.
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

  /** Of a data source, and of outputs, each reading is the first: what stands there is replaced. */
  private static boolean makesAnew(Action action) {
    return action == Action.CREATE || action == Action.READ;
  }

  private static Task.Prior prior(StateRecord record) {
    return new Task.Prior(
        record.id(),
        record.attributes(),
        record.desired(),
        record.privateData(),
        record.schemaVersion(),
        record.status(),
        record.root());
  }

  /** What a create in doubt left: there may be an object, and nobody could say which to delete. */
  private static boolean isNameless(Task.Prior prior) {
    return prior.id() == null && prior.status() == RecordStatus.IN_DOUBT;
  }

  private static TaskError nameless(Node node) {
    return new TaskError(
        ErrorClass.USER,
        "closed",
        node.address()
            + " may have been made, and nobody knows its id, so it can't be deleted: settle it with"
            + " sluice runs resolve, or apply once more with it in the configuration",
        null);
  }

  private static TaskError missing(Node node, Reference reference) {
    return new TaskError(
        ErrorClass.PERMANENT,
        "unresolvedReference",
        "${"
            + reference.text()
            + "} in "
            + node.address()
            + " has no value: "
            + reference.address()
            + (reference.path().isEmpty() ? " is not in state" : " has no " + reference.path()),
        null);
  }
}
