package io.sluice.planning.configuration;

import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.function.FileAccess;

/** All that an evaluation may read: the files of modules, and those that functions ask for. */
public interface SourceFiles extends ConfigurationFiles {
  /** As functions see the files; relative paths are taken from the root module's directory. */
  FileAccess access();

  /** What {@code path.cwd} says. */
  String workingDirectory();
}
