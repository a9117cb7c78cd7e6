package io.sluice.worker.plugin;

import io.sluice.bridge.ask.PlannedWork;
import io.sluice.bridge.ask.RecordedObject;
import io.sluice.bridge.schema.Block;
import io.sluice.language.value.Value;
import io.sluice.model.Action;
import io.sluice.model.message.Task;
import io.sluice.worker.files.RelativePaths;
import java.util.Optional;

/**
 * A task for a real provider, in clear.
 *
 * @param block the schema of the task's type
 * @param config known throughout; null for what is done without one
 * @param planned what the provider planned; empty for what is not planned
 * @param recorded the object that the task brings
 * @param stated how to find a new object, as its block says
 * @param id what the object is called by everyone but its provider; empty for a new one
 */
public record PluginTask(
    Task task,
    Block block,
    Value config,
    Optional<PlannedWork> planned,
    Optional<RecordedObject> recorded,
    Optional<Stated> stated,
    String id) {

  String type() {
    return task.type();
  }

  /** Looks at all that the provider may be given, before and after the change. */
  public RelativePaths lookedAt(RelativePaths paths) {
    paths.in(config);
    planned.ifPresent(
        each -> {
          paths.in(each.change().planned());
          each.change().prior().ifPresent(prior -> paths.in(prior.value()));
        });
    recorded.ifPresent(each -> paths.in(each.attributes()));
    return paths;
  }

  /** A data source, and not an object that state knows. */
  public static boolean isData(Task task) {
    return task.action() == Action.READ && task.prior() == null;
  }

  /** Whether it is carried out by what its block says, and not by what state says alone. */
  public static boolean isConfigured(Task task) {
    return switch (task.action()) {
      case CREATE, UPDATE -> true;
      case READ -> isData(task);
      case DELETE, IMPORT, STEP, REPLACE, NOOP, EXPAND, FORGET, PLAN -> false;
    };
  }
}
