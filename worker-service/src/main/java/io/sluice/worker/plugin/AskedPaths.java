package io.sluice.worker.plugin;

import io.sluice.bridge.ask.Question;
import io.sluice.bridge.session.ImportTarget;
import io.sluice.language.value.Value;
import io.sluice.worker.files.RelativePaths;
import java.util.List;

/** The relative paths of what a provider is asked. */
public final class AskedPaths {
  private AskedPaths() {}

  /** Looks at all that the provider is given with a question. */
  public static RelativePaths in(Question question, RelativePaths paths) {
    switch (question) {
      case Question.Change change -> {
        change.prior().ifPresent(prior -> paths.in(prior.attributes()));
        paths.in(change.config());
        if (change.origin() instanceof Question.Origin.Imported(ImportTarget.Id(String id))) {
          paths.in(Value.of(id));
        }
      }
      case Question.Data(String type, Value config) -> paths.in(config);
      case Question.Open(String type, Value config) -> paths.in(config);
      case Question.Validity validity -> {}
      case Question.Call(String function, List<Value> arguments) -> arguments.forEach(paths::in);
    }
    return paths;
  }
}
