package io.sluice.worker.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.bridge.ask.StateForms;
import io.sluice.model.message.Task;
import io.sluice.provider.Outcome;
import io.sluice.worker.files.Workplace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps what a call wrote besides its answer, before the answer is reported. */
public final class KeptFiles {
  private static final String NOT_KEPT = "FILES_NOT_KEPT";

  private KeptFiles() {}

  /**
   * @return what the call came to, or a failure that keeps what was made, if others would not find
   *     the files
   */
  public static Carried of(Carried carried, PluginTask work, Workplace place) {
    if (!(carried.outcome() instanceof Outcome.Done done)) {
      return carried;
    }
    List<JsonNode> told = new ArrayList<>(List.of(done.attributes()));
    if (!work.config().isNull()) {
      told.add(StateForms.attributes(work.config(), work.block()));
    }
    return switch (place.keep(work.task().node(), told)) {
      case Workplace.Kept.All all -> carried;
      case Workplace.Kept.Refused(String why) -> refused(carried, done, work, why);
      case Workplace.Kept.Here(List<String> paths, String why) -> {
        String text =
            "%s wrote %s, which other workers will not find: %s."
                .formatted(work.task().address(), String.join(", ", paths), why);
        yield PluginTask.isData(work.task())
            ? refused(carried, done, work, text)
            : carried.warning(text);
      }
    };
  }

  /** Why others will not find what was written while providers were asked; empty if they will. */
  public static Optional<String> lost(Workplace place, Task task) {
    return switch (place.keep(task.node(), List.of())) {
      case Workplace.Kept.All all -> Optional.empty();
      case Workplace.Kept.Refused(String why) -> Optional.of(why);
      case Workplace.Kept.Here(List<String> paths, String why) ->
          Optional.of(
              "planning wrote %s, which other workers will not find: %s."
                  .formatted(String.join(", ", paths), why));
    };
  }

  private static Carried refused(Carried carried, Outcome.Done done, PluginTask work, String why) {
    Outcome.Failed failed = Outcome.permanent(NOT_KEPT, why);
    return carried.with(
        PluginTask.isData(work.task())
            ? failed
            : failed.withPartial(done.id(), done.attributes(), done.privateData()));
  }
}
