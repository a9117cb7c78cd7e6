package io.sluice.planning.configuration;

import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.function.FileAccess;
import io.sluice.model.plan.WorkingDirectory;

/** All that an evaluation may read: the files of modules, and those that functions ask for. */
public interface SourceFiles extends ConfigurationFiles {
  /** As functions see the files; relative paths are taken from the root module's directory. */
  FileAccess access();

  /** What {@code path.cwd} says. */
  String workingDirectory();

  /** Where providers find the files. */
  default WorkingDirectory place() {
    return WorkingDirectory.of(workingDirectory());
  }
}
