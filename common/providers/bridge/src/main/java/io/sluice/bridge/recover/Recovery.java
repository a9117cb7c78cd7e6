package io.sluice.bridge.recover;

import io.sluice.bridge.session.ImportTarget;
import io.sluice.bridge.session.PlannedChange;
import io.sluice.language.value.ObjectValue;
import io.sluice.language.value.Value;
import io.sluice.model.RepeatClass;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How a new object is looked up of which nobody knows whether it was made: by what its block says,
 * by the table that comes with Sluice, or by the identity that its provider planned for it.
 */
public final class Recovery {
  private Recovery() {}

  /**
   * What may be done about a creation in doubt; NONE where nobody can look.
   *
   * @param config as far as it is known when the run is planned
   */
  public static RepeatClass repeats(
      String source, String version, Value config, PlannedChange change) {
    Optional<ImportId> id = ImportIds.shipped().of(source, version, change.type());
    if (id.isPresent() && id.get().isRepeatable(config)) {
      return RepeatClass.TOKEN;
    }
    boolean isFound =
        id.filter(each -> each.willBeKnown(arguments(config, change))).isPresent()
            || identity(change).isPresent();
    return isFound ? RepeatClass.SEARCH : RepeatClass.NONE;
  }

  /**
   * What an object is looked up by.
   *
   * @param config known throughout
   * @param stated the id that its block says
   */
  public static Optional<ImportTarget> target(
      String source, String version, Value config, PlannedChange change, Optional<String> stated) {
    Optional<String> id =
        stated.or(
            () ->
                ImportIds.shipped()
                    .of(source, version, change.type())
                    .flatMap(each -> each.of(arguments(config, change))));
    return id.isPresent()
        ? id.map(ImportTarget.Id::new)
        : identity(change).map(ImportTarget.Identity::new);
  }

  private static Optional<Value> identity(PlannedChange change) {
    return change
        .plannedIdentity()
        .filter(identity -> !identity.isNull() && identity.isWhollyKnown());
  }

  /** What is not configured is as it was planned. */
  private static Value arguments(Value config, PlannedChange change) {
    Map<String, Value> arguments = new HashMap<>(config.entries());
    if (!change.planned().isNull()) {
      change
          .planned()
          .entries()
          .forEach(
              (name, planned) -> {
                Value written = arguments.get(name);
                boolean isOpen = written == null || (written.isKnown() && written.isNull());
                if (isOpen && planned.isKnown()) {
                  arguments.put(name, planned);
                }
              });
    }
    return ObjectValue.of(arguments);
  }
}
