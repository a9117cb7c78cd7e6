package io.sluice.planning.configuration;

import io.sluice.language.config.ConfigurationFiles;
import io.sluice.language.function.FileAccess;
import io.sluice.language.source.Diagnostic;
import io.sluice.model.plan.WorkingDirectory;
import io.sluice.stacks.load.StackLoader;
import java.util.Optional;

/** All that an evaluation may read: the files of modules, and those that functions ask for. */
public interface SourceFiles extends ConfigurationFiles {
  /** As functions see the files; relative paths are taken from the root module's directory. */
  FileAccess access();

  /** The same files for those who look for values of variables in them. */
  default ConfigurationFiles ofVariables() {
    return this;
  }

  /** What {@code path.cwd} says. */
  String workingDirectory();

  /** Where providers find the files. */
  default WorkingDirectory place() {
    return WorkingDirectory.of(workingDirectory());
  }

  /** Why there is nothing to plan with: a configuration without a file would delete everything. */
  default Optional<Diagnostic> absence() {
    if (StackLoader.hasFiles(this)) {
      return Optional.empty();
    }
    return Optional.of(
        Diagnostic.error(
                "No configuration files",
                "The directory has no *.tf, *.tf.json, *.sluice.hcl, *.sluice.json or"
                    + " *.sluice.yaml. Continuing without a configuration would mark everything for"
                    + " destruction, which is normally not what is desired.",
                null)
            .withHint(
                "Name the directory of the configuration; `sluice destroy` destroys everything."));
  }
}
